/** Looks something up when it is first needed, and never again. */
export function once<T>(look: () => T): () => T {
  let found: { readonly value: T } | undefined
  return () => (found ??= { value: look() }).value
}
