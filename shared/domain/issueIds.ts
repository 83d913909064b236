/** What schemas of Parley's own say of a value that cannot be used: the id of a text, in the place of zod's message. */
export const issueIds = [
  'json.issue.pattern',
  'json.issue.toolNeedsServer',
  'json.issue.argumentsNeedTool',
  'json.issue.host',
  'json.issue.fileUri',
  'json.issue.reservedName',
] as const
export type IssueId = (typeof issueIds)[number]

/** Pure: the id itself, checked by the compiler. */
export function issue(id: IssueId): IssueId {
  return id
}
