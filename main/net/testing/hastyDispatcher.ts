const DISPATCHER = Symbol.for('undici.globalDispatcher.1')

/** Until it is disposed, Node's own fetch gives up after a tenth of a second of silence: its five minutes, within a test. */
export function hastyDispatcher(): Disposable {
  const standard: unknown = Reflect.get(globalThis, DISPATCHER)
  if (typeof standard !== 'object' || standard === null) throw new Error('fetch has another engine here')
  Reflect.set(globalThis, DISPATCHER, Reflect.construct(standard.constructor, [{ headersTimeout: 100, bodyTimeout: 100 }]))
  return { [Symbol.dispose]: () => void Reflect.set(globalThis, DISPATCHER, standard) }
}
