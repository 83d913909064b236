import type * as z from 'zod'
import { schemaIssueIds, type IssueId } from '../../shared/domain/schemaIssueIds'
import type { Message } from '../../shared/i18n/message'

/** Pure: why a value cannot be used, as a message. Parley's own schemas give the id of a text. For other schemas it is zod's text. */
export function zodIssueMessage(issue: z.core.$ZodIssue | undefined): Message {
  if (!issue) return { id: 'json.issue.otherKind' }
  const own = schemaIssueIds.find((id): id is IssueId => id === issue.message)
  return own ? { id: own } : { id: 'json.issue.said', params: { said: issue.message } }
}

/** Pure: the message of an issue with its place: "server.name: another kind of value is needed". */
export function placedIssueMessage(issue: z.core.$ZodIssue): Message {
  const path = issue.path.map(String).join('.')
  return path === '' ? zodIssueMessage(issue) : { id: 'json.issue.at', params: { path, issue: zodIssueMessage(issue) } }
}
