/** Scenarios whose server lies, or is never content: whoever comes to a good end there has not looked. */
const meantToFail = new Set([
  'auth/resource-mismatch',
  'auth/metadata-issuer-mismatch',
  'auth/iss-supported-missing',
  'auth/iss-wrong-issuer',
  'auth/iss-unexpected',
  'auth/iss-normalized',
  'auth/scope-retry-limit',
])

/** Pure: whether a client that does everything right cannot reach its aim in this scenario. */
export function isMeantToFail(scenario: string): boolean {
  return meantToFail.has(scenario)
}
