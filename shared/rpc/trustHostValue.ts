/**
 * Casts a value from the host to its type in the contract. The host is trusted and validates its own inputs, so outputs of calls, values of
 * topics and events of feeds have types, not schemas. This is the only place where the page relies on that.
 */
export function trustHostValue<T>(value: unknown): T {
  return value as T
}
