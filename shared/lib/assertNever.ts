/** Ends every switch over a union. A missing case does not compile. It throws if data does not match its type. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`)
}
