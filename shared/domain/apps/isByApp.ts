import type { QuestionDetails } from '../question'

/** Pure: whether the interface of a server asks (MCP Apps), at a moment that it chose. */
export function isByApp(details: QuestionDetails): boolean {
  return 'byApp' in details && details.byApp === true
}
