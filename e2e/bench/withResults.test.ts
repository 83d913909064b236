import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { withResults } from './withResults'

const page = readFileSync(join(import.meta.dirname, '../../docs/performance.md'), 'utf8')

it('replaces the results of the page, however often, and nothing around them', () => {
  const once = withResults(page, 'first')
  const again = withResults(once, 'second')
  expect({
    second: again.includes('\n\nsecond\n\n'),
    first: again.includes('first\n\n<'),
    same: withResults(again, 'first') === once,
  }).toEqual({
    second: true,
    first: false,
    same: true,
  })
})

it('refuses a page without a place for them', () => {
  expect(() => withResults('# Performance', 'results')).toThrow('no place for results')
})
