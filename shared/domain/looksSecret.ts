import { isPlaceholder } from '../secrets/isPlaceholder'

const names =
  /token|secret|passw|passphrase|credential|cookie|bearer|(?:api|access|private|secret|ssh|signing|license)[-_]?key|(?:^|[-_])(?:key|auth|pass|pwd|pat|dsn)(?:$|[-_])|authorization$/i
/** The beginnings that known services give their keys, and an address with a password in it. */
const values =
  /^(?:bearer|basic|token)\s+\S{8,}|(?:^|[^a-z0-9])(?:sk|pk|rk|ghp|gho|ghu|ghs|github_pat|glpat|xox[abprs]|AKIA|AIza|ya29|npm|hf|lin_api)[-_.A-Za-z0-9]{10,}|^eyJ[\w-]{10,}\.|^-----BEGIN |:\/\/[^/\s:@]{1,200}:[^/\s@]{1,200}@/i

/** Pure: whether a variable or header seems to hold something that belongs into the vault, by its name or by what it holds. A guess. */
export function looksSecret(name: string, value: string): boolean {
  return value !== '' && !isPlaceholder(value) && (names.test(name) || values.test(value))
}
