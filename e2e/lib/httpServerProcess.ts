import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** A fixture server on its own port. The code that started it ends it. */
export type HttpServerProcess = AsyncDisposable & { readonly url: string; end(): Promise<void> }

/** Starts a fixture server that prints its URL as its first line. */
export async function startHttpServer(command: string, args: readonly string[]): Promise<HttpServerProcess> {
  const child = spawn(command, [...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  const [url] = (await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The server exited with ${code}`))),
  ])) as [string]
  const end = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  return { url, end, [Symbol.asyncDispose]: end }
}
