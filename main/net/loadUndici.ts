import type * as Undici from 'undici'

/**
 * The library behind Node's fetch, in our own release, loaded with its first use. Node's is loaded before it: whichever comes first serves
 * both, and a pool of one release need not fit the fetch of another.
 */
export function loadUndici(): Promise<typeof Undici> {
  // Node loads its own with the first of these.
  void new Headers()
  return import('undici')
}
