/** Ids of the texts that Parley's own schemas report for an invalid value, in place of zod's message. */
export const schemaIssueIds = [
  'json.issue.pattern',
  'json.issue.toolNeedsServer',
  'json.issue.allowNeedsDefinition',
  'json.issue.argumentsNeedTool',
  'json.issue.believeNeedsKind',
  'json.issue.openNeedsConditions',
  'json.issue.host',
  'json.issue.variable',
  'json.issue.protocol',
  'json.issue.extension',
  'json.issue.extensionPattern',
  'json.issue.fileUri',
  'json.issue.reservedName',
  'json.issue.wholePath',
  'json.issue.telemetryNeedsEndpoint',
] as const
export type IssueId = (typeof schemaIssueIds)[number]

/** Pure: returns the id unchanged. The compiler checks that it exists. */
export function issue(id: IssueId): IssueId {
  return id
}
