import { randomBytes } from 'node:crypto'
import type { KeyProvider } from '../ports'

/** The way out without a keychain: a key for this run only. What is put into the vault then stays in memory and ends with Parley. */
export function memoryKeyProvider(): KeyProvider {
  let key: Uint8Array = randomBytes(32)
  return {
    kind: 'memory',
    load: async () => key,
    save: async (wanted) => {
      key = wanted
    },
  }
}
