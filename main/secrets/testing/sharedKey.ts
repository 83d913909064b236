import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeAtomically } from '../../storage/writeAtomically'
import { systemClock } from '../../lib/clock'
import { AppError } from '../../../shared/errors/appError'
import type { KeyProvider } from '../../ports'

/** A fake keychain that several test processes share: one file, as slow to write as a real keychain. */
export function sharedKey(path: string): KeyProvider & { locked: boolean; asked: number } {
  const provider = {
    kind: 'keychain' as const,
    locked: false,
    asked: 0,
    load: async (): Promise<Uint8Array | undefined> => {
      provider.asked++
      if (provider.locked) throw new AppError('SECRETS_LOCKED', 'The keychain is locked')
      return existsSync(path) ? Buffer.from(readFileSync(path, 'utf8'), 'base64') : undefined
    },
    save: async (key: Uint8Array): Promise<void> => {
      await sleep(20)
      writeAtomically(path, Buffer.from(key).toString('base64'), systemClock)
    },
  }
  return provider
}
