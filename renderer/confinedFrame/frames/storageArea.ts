/** What a storage area holds, and how much of it: so many names, and so many UTF-16 code units of names and values together. */
export interface StorageAreaOptions {
  readonly entries: Map<string, string>
  readonly most: { readonly names: number; readonly characters: number }
  /** An entry was set, or removed where the value is null. */
  readonly onChange: (name: string, value: string | null) => void
}

/**
 * Makes what `localStorage` is elsewhere (HTML, 12.2.1), also with entries as its properties. The browser refuses its own to a document with an
 * opaque origin. It throws QuotaExceededError where more is set than it may hold.
 */
export function storageArea({ entries, most, onChange }: StorageAreaOptions): Storage {
  let characters = 0
  for (const [name, value] of entries) characters += name.length + value.length
  const set = (name: string, value: string): void => {
    const before = entries.get(name)
    if (before === value) return
    const sum = characters + value.length + (before === undefined ? name.length : -before.length)
    if (sum > most.characters || (before === undefined && entries.size >= most.names)) {
      throw new DOMException('The storage of this app is full', 'QuotaExceededError')
    }
    characters = sum
    entries.set(name, value)
    onChange(name, value)
  }
  const remove = (name: string): void => {
    const before = entries.get(name)
    if (before === undefined) return
    characters -= name.length + before.length
    entries.delete(name)
    onChange(name, null)
  }
  const area: Storage = {
    get length() {
      return entries.size
    },
    key: (index) => [...entries.keys()][Math.trunc(index) || 0] ?? null,
    getItem: (name) => entries.get(String(name)) ?? null,
    setItem: (name, value) => set(String(name), String(value)),
    removeItem: (name) => remove(String(name)),
    clear: () => {
      for (const name of entries.keys()) remove(name)
    },
  }
  const isEntry = (name: string | symbol): name is string => typeof name === 'string' && !Object.hasOwn(area, name) && entries.has(name)
  return new Proxy(area, {
    get: (target, name): unknown => (isEntry(name) ? entries.get(name) : Reflect.get(target, name)),
    has: (target, name) => isEntry(name) || Reflect.has(target, name),
    set: (target, name, value) => {
      if (typeof name === 'symbol' || Object.hasOwn(target, name)) return false
      set(name, String(value))
      return true
    },
    deleteProperty: (_, name) => {
      if (isEntry(name)) remove(name)
      return true
    },
    ownKeys: () => [...entries.keys()],
    getOwnPropertyDescriptor: (target, name) =>
      isEntry(name)
        ? { value: entries.get(name), writable: true, enumerable: true, configurable: true }
        : Reflect.getOwnPropertyDescriptor(target, name),
    defineProperty: (_, name, { value }) => {
      if (typeof name === 'symbol') return false
      set(name, String(value))
      return true
    },
  })
}
