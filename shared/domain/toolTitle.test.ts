import { expect, it } from 'vitest'
import { toolTitle } from './toolTitle'

it('TL-12: a tool is called by its title, then by the title among its annotations, then by its name alone', () => {
  const name = 'get_sum'
  expect([
    toolTitle({ name, title: 'Sum', annotations: { title: 'Other' } }),
    toolTitle({ name, annotations: { title: 'Other' } }),
    toolTitle({ name, title: '', annotations: { title: 'Other' } }),
    toolTitle({ name, title: name }),
    toolTitle({ name }),
  ]).toEqual(['Sum', 'Other', 'Other', undefined, undefined])
})
