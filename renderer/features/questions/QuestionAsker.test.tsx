import { expect, it } from 'vitest'
import { ServerId } from '../../../shared/domain/ids'
import { FakeHost } from '../../testing/fakeHost'
import { renderWithHost } from '../../testing/renderWithHost'
import { QuestionAsker } from './QuestionAsker'

// Catches: a question of a look-alike that reads as a question of the server beside it.
it('H15: marks the letter by which the server that asks only looks like another one', async () => {
  const asker = { serverId: ServerId.parse('n\u043etes'), callIds: [] }
  await renderWithHost(<QuestionAsker asker={asker} />, new FakeHost().publish('servers', { servers: [], broken: [] }))
  expect(document.body.textContent).toContain('n\u043eU+043Etes')
})
