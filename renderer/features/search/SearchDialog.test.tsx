import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ConversationId, MessageId, PartId } from '../../../shared/domain/ids'
import type { SearchPage } from '../../../shared/search/searchHit'
import { useNavigation } from '../../state/navigation'
import { FakeHost } from '../../testing/fakeHost'
import { renderWithHost } from '../../testing/renderWithHost'
import { user } from '../../testing/user'
import { SearchDialog } from './SearchDialog'

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const page = (n: number, text: string): SearchPage => ({
  hits: [
    {
      conversationId: ConversationId.parse(uuid(n)),
      title: 'Title',
      kind: 'answer',
      at: 0,
      snippet: { text, marks: [] },
      place: { messageId: MessageId.parse(uuid(n + 10)), partId: PartId.parse(uuid(n + 20)) },
    },
  ],
  pending: 0,
})

// Catches Enter that opens what was found for the words before, while the search for what is typed goes on.
it('opens with Enter only what was found for what is typed', async () => {
  const second = Promise.withResolvers<SearchPage>()
  const host = new FakeHost()
    .answer('search.filterOptions', () => ({ servers: [], tools: [], models: [] }))
    .answer('search.find', ({ query }) => (query === 'walnut' ? page(1, 'a walnut') : second.promise))
  useNavigation.setState({ view: 'chat', conversationId: undefined })
  await renderWithHost(<SearchDialog words="" />, host)
  await user.keyboard('walnut')
  await screen.findByText('a walnut')
  await user.keyboard(' cake{Enter}')
  expect(useNavigation.getState().conversationId).toBeUndefined()
  await waitFor(() => expect(host.asked.map(({ input }) => input)).toContainEqual({ query: 'walnut cake', filters: {} }))
  await user.keyboard('{Enter}')
  expect(useNavigation.getState().conversationId).toBeUndefined()
  await act(async () => second.resolve(page(2, 'the cake of walnuts')))
  await screen.findByText('the cake of walnuts')
  await user.keyboard('{Enter}')
  expect(useNavigation.getState().conversationId).toBe(uuid(2))
})
