import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { systemClock } from '../../main/lib/clock'
import { keychainKeyProvider } from '../../main/secrets/keychainKeyProvider'
import { memoryKeyProvider } from '../../main/secrets/memoryKeyProvider'
import { SecretVault } from '../../main/secrets/secretVault'
import { AppError } from '../../shared/errors/appError'

// A Parley process with only a vault. It reads one request per line from stdin and answers on stdout.
const [, , file = '', timeoutMs = '10000'] = process.argv
const worker = fileURLToPath(new URL('../../main/secrets/keychainWorker.ts', import.meta.url))
const keychain = keychainKeyProvider({ worker, timeoutMs: Number(timeoutMs) })
const vault = SecretVault.open({ file, providers: [keychain, memoryKeyProvider()], clock: systemClock })
const { signal } = new AbortController()

const asks: Readonly<Record<string, (name: string, value: string) => unknown>> = {
  put: (name, value) => vault.put(name, value, signal),
  reveal: (name) => vault.reveal(name, signal),
  remove: (name) => vault.remove(name, signal),
  unlock: () => vault.unlock(undefined, signal),
  state: () => [vault.kept(), vault.state(), vault.names(), vault.problem()?.error.message ?? null],
}

for await (const line of createInterface({ input: process.stdin })) {
  const [ask = '', name = '', value = ''] = JSON.parse(line)
  try {
    process.stdout.write(`${JSON.stringify({ ok: true, value: (await asks[ask]?.(name, value)) ?? null })}\n`)
  } catch (thrown) {
    process.stdout.write(`${JSON.stringify({ ok: false, error: AppError.from(thrown).toData() })}\n`)
  }
}
