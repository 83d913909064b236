import * as z from 'zod'
import type { FoundInConversation, SearchFilterOptions, SearchPage } from '../search/searchHit'
import { ConversationId, ModelRef, ServerId } from '../domain/ids'
import { QUERY_CHARACTERS } from '../search/searchQuery'
import { call } from './contractKinds'

const Query = z.string().max(QUERY_CHARACTERS)

const SearchFilters = z.object({
  serverId: ServerId.optional(),
  tool: z.string().max(1_000).optional(),
  model: ModelRef.optional(),
  /** Milliseconds; what was written at or after it. */
  since: z.number().optional(),
  /** Whether the message has something attached. */
  hasFile: z.literal(true).optional(),
})
export type SearchFilters = z.infer<typeof SearchFilters>

export const searchCalls = {
  /**
   * Finds a text of at most 1,000 characters in titles, messages, calls, results and attachments of all conversations, also in versions that are not
   * in front. All words must be there, as beginnings of words; those in quotation marks follow each other. `cursor` is the `next` of the page before.
   * Result: up to 20 hits, newest first. Without a word to look for, none.
   * Errors: none of its own.
   */
  'search.find': call<SearchPage>()(z.object({ query: Query, filters: SearchFilters.optional(), cursor: z.number().optional() })),
  /**
   * Lists what can be filtered by: the servers, tools and models of all conversations, at most 500 of each.
   * Result: the options.
   * Errors: none of its own.
   */
  'search.filterOptions': call<SearchFilterOptions>()(z.object({})),
  /**
   * Finds a text of at most 1,000 characters in the messages in front of a conversation, also in the middle of words. Without an occurrence of the
   * whole text, its words are found.
   * Result: the first 1,000 occurrences, in order.
   * Errors: NOT_FOUND.
   */
  'search.inConversation': call<FoundInConversation>()(z.object({ conversationId: ConversationId, query: Query })),
}
