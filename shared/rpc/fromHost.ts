/**
 * Takes what the host sent as what the contract says it is. The host is ours and checks what it takes in: the outputs of calls, the values
 * of topics and the events of feeds are types, not schemas. This is the one place where the page believes it.
 */
export function fromHost<T>(value: unknown): T {
  return value as T
}
