/** Sets an environment variable of this process until it is disposed. */
export function environment(name: string, value: string): Disposable {
  const before = process.env[name]
  process.env[name] = value
  return {
    [Symbol.dispose]: () => {
      if (before === undefined) delete process.env[name]
      else process.env[name] = before
    },
  }
}
