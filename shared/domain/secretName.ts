import type { IssueId } from './issueIds'
/** What the names of Parley's own records began with while they shared a list with the user's secrets (decision 033). Files of that time are read by it. */
const reserved = /^(?:account|client):/

/** The text where such a name is refused. It ends a sentence that names the place. */
export const reservedNameFault: IssueId = 'json.issue.reservedName'

/**
 * Pure: whether the user's secrets may not have this name. Records of accounts are elsewhere in the vault, so such a name reaches nothing; it is
 * refused so that a configuration that tries to name one is seen.
 */
export function isReservedName(name: string): boolean {
  return reserved.test(name)
}

/** Pure: the name itself, or, where it is reserved, one of the same length that is not: `account-work/TOKEN`. */
export function unreservedName(name: string): string {
  return isReservedName(name) ? name.replace(':', '-') : name
}
