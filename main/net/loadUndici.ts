import type * as Undici from 'undici'

/**
 * Loads our own version of undici, the library behind Node's fetch, on first use. Node's own version is loaded first: the first one serves
 * both, and a pool of one version may not work with the fetch of another.
 */
export function loadUndici(): Promise<typeof Undici> {
  // This makes Node load its own version.
  void new Headers()
  return import('undici')
}
