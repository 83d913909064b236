/** Members that the language itself, or a promise, looks for on any object. */
const looked = new Set(['then', 'toJSON', 'constructor'])

/** The object, throwing on every member that it does not have: what is not doubled must not seem to work. */
export function strict<T extends object>(target: T, name: string): T {
  return new Proxy(target, {
    get: (object, key) => {
      const value: unknown = Reflect.get(object, key)
      // Bound to the object itself, whose private members a proxy could not reach.
      if (typeof value === 'function' && key !== 'constructor') return value.bind(object)
      if (key in object || typeof key === 'symbol' || looked.has(key)) return value
      throw new Error(`The Electron double has no ${name}.${key}`)
    },
  })
}
