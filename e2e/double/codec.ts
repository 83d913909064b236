/**
 * Encodes the values that Electron's structured clone supports as JSON, with a marker for each type that JSON does not have. As in
 * Electron, functions and symbols throw. Both functions also run inside the page from their own source text, so they use nothing from
 * outside themselves.
 */
export function encode(value: unknown): string {
  return JSON.stringify(structuredClone(value), function (this: Record<string, unknown>, key: string) {
    const one = this[key]
    if (one === undefined) return { $: 'undefined' }
    if (typeof one === 'bigint') return { $: 'bigint', v: String(one) }
    if (one instanceof Date) return { $: 'date', v: one.getTime() }
    if (one instanceof Map) return { $: 'map', v: [...one] }
    if (one instanceof Set) return { $: 'set', v: [...one] }
    if (one instanceof Error) return { $: 'error', name: one.name, v: one.message }
    if (one instanceof ArrayBuffer) return { $: 'buffer', v: [...new Uint8Array(one)] }
    if (one instanceof Uint8Array) return { $: 'bytes', v: [...one] }
    if (ArrayBuffer.isView(one)) throw new Error('The Electron double carries no other bytes than Uint8Array')
    return one
  })
}

/** Returns the value that was encoded. */
export function decode(text: string): unknown {
  const nothing = Symbol('undefined')
  const restore = (one: unknown): unknown => {
    if (one === nothing) return undefined
    if (Array.isArray(one)) return one.map(restore)
    if (one === null || typeof one !== 'object' || Object.getPrototypeOf(one) !== Object.prototype) return one
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, restore(inner)]))
  }
  return restore(
    JSON.parse(text, (_key, one: { $?: string; v?: never; name?: string } | null) => {
      if (one === null || typeof one !== 'object' || typeof one.$ !== 'string') return one
      if (one.$ === 'undefined') return nothing
      if (one.$ === 'bigint') return BigInt(one.v ?? 0)
      if (one.$ === 'date') return new Date(one.v ?? 0)
      if (one.$ === 'map') return new Map(one.v)
      if (one.$ === 'set') return new Set(one.v)
      if (one.$ === 'buffer') return Uint8Array.from(one.v ?? []).buffer
      if (one.$ === 'bytes') return Uint8Array.from(one.v ?? [])
      return Object.assign(new Error(one.v), { name: one.name })
    }),
  )
}
