import { randomBytes } from 'node:crypto'
import type { KeyProvider } from '../ports'

/** The alternative without a keychain: a key for this run only. The vault's content stays in memory and is lost when Parley quits. */
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
