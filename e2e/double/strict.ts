/** Members that the language itself, or a promise, reads on any object. */
const looked = new Set(['then', 'toJSON', 'constructor'])

/** Makes the object throw when a member that it does not have is read. Code that the double does not support must not seem to work. */
export function strict<T extends object>(target: T, name: string): T {
  return new Proxy(target, {
    get: (object, key) => {
      const value: unknown = Reflect.get(object, key)
      // Binds the method to the object itself, because a proxy cannot reach private members.
      if (typeof value === 'function' && key !== 'constructor') return value.bind(object)
      if (key in object || typeof key === 'symbol' || looked.has(key)) return value
      throw new Error(`The Electron double has no ${name}.${key}`)
    },
  })
}
