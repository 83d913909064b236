import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { AppError } from '../../shared/errors/appError'
import type { SecretService } from './secretService'

export type ParleyVault = AsyncDisposable & {
  /** @throws {AppError} with the error of the vault */
  ask(what: 'put' | 'reveal' | 'remove' | 'unlock' | 'state', name?: string, value?: string): Promise<unknown>
}

/** Starts a process with its own vault on a data folder, like one Parley process, on a computer with this keychain. */
export function openParleyVault(service: SecretService, timeoutMs = 10_000): ParleyVault {
  const hooks = new URL('../../main/storage/testing/typescriptHooks.mjs', import.meta.url)
  const script = fileURLToPath(new URL('./vaultUser.ts', import.meta.url))
  const args = ['--no-warnings', '--import', hooks.href, script, `${service.folder}/home/secrets.json`, String(timeoutMs)]
  const child = spawn(process.execPath, args, { env: service.env, stdio: ['pipe', 'pipe', 'ignore'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ended = new Promise((resolve) => child.once('exit', resolve))
  return {
    ask: async (...words) => {
      child.stdin.write(`${JSON.stringify(words)}\n`)
      const { value: line, done } = await lines.next()
      if (done) throw new Error('The process with the vault ended')
      const reply = JSON.parse(line)
      if (reply.ok) return reply.value
      throw AppError.fromData(reply.error)
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
