import type { IssueId } from '../domain/schemaIssueIds'
/**
 * The prefix of Parley's own records from the time when they shared a list with the user's secrets (decision 033). It identifies these
 * records in files from that time.
 */
const reserved = /^(?:account|client):/

/** The text for a refused reserved name. It ends a sentence that names the place. */
export const reservedNameFault: IssueId = 'json.issue.reservedName'

/**
 * Pure: whether a name is reserved, so that no secret of the user may have it. Parley keeps its account records elsewhere in the vault, so
 * such a name gives no access. The refusal makes a configuration that tries it visible.
 */
export function isReservedName(name: string): boolean {
  return reserved.test(name)
}

/** Pure: returns the name, or for a reserved name a free one of the same length: `account-work/TOKEN`. */
export function unreservedName(name: string): string {
  return isReservedName(name) ? name.replace(':', '-') : name
}
