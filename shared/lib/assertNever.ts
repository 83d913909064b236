/** Ends every switch on a union: a case that was forgotten does not compile, and fails loudly if data lies about its type. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`)
}
