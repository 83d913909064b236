import type { FakeHost } from './fakeHost'
import { ConversationId, MessageId, PartId, ServerId } from '../../shared/domain/ids'
import { matchTerms, parseQuery } from '../../shared/search/searchQuery'
import type { FoundKind, SearchHit } from '../../shared/search/searchHit'
import { snippetOf } from '../../shared/search/snippet'

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const texts: readonly (readonly [FoundKind, string])[] = [
  ['answer', 'Only 0041 blocks the release: 2.4 reads the invoice on the reports page.'],
  ['call', 'query {"sql":"select count(*) from invoice where settled_at is null"}'],
  ['result', 'The nightly job sends each invoice; ask Platform before you restart it.'],
  ['attachment', 'plan-invoice.pdf batches of 5,000, ordered by id'],
  ['userMessage', 'Would an index help before the invoice is sent?'],
  ['title', 'Invoice rounding in EUR'],
]

/** One result of each kind. */
const hits: readonly SearchHit[] = texts.map(([kind, text], index) => ({
  conversationId: ConversationId.parse(uuid(1)),
  title: 'Release 2.4 checklist',
  kind,
  at: 1_790_000_000_000,
  snippet: snippetOf(text, matchTerms(text, parseQuery('invoice'))),
  ...(kind !== 'title' && { place: { messageId: MessageId.parse(uuid(700)), partId: PartId.parse(uuid(701 + index)) } }),
  ...((kind === 'call' || kind === 'result') && { serverId: ServerId.parse('Postgres staging'), tool: 'query' }),
}))

/** Prepares a host for the dialog "Search", whatever is looked for. */
export function answerSearch(host: FakeHost): void {
  host.answer('search.find', () => ({ hits, pending: 1284 })).answer('search.filterOptions', () => ({ servers: [], tools: [], models: [] }))
}
