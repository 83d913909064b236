import * as z from 'zod'
import { issue } from '../schemaIssueIds'

/** The name of an extension: a prefix that its maker owns, and a name (2026-07-28, versioning: extension identifiers). */
export const ExtensionId = z
  .string()
  .max(200)
  .regex(/^[a-z0-9.-]+\/[\w.-]+$/i, issue('json.issue.extension'))

/** What a user has switched on or off for one server, by the extension's name. */
export const ExtensionChoices = z.record(ExtensionId, z.boolean())
export type ExtensionChoices = z.infer<typeof ExtensionChoices>
