/** Scenarios whose server lies or is never satisfied. A client that succeeds there has not checked enough. */
const meantToFail = new Set([
  'auth/resource-mismatch',
  'auth/metadata-issuer-mismatch',
  'auth/iss-supported-missing',
  'auth/iss-wrong-issuer',
  'auth/iss-unexpected',
  'auth/iss-normalized',
  'auth/scope-retry-limit',
])

/** Pure: whether a correct client cannot succeed in this scenario. */
export function isMeantToFail(scenario: string): boolean {
  return meantToFail.has(scenario)
}
