import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Starts a real second process from our TypeScript source. `script` is a URL. Disposing ends the process. */
export function secondProcess(script: URL, args: readonly string[]): ChildProcess & Disposable {
  const hooks = new URL('./typescriptHooks.mjs', import.meta.url)
  const child = spawn(process.execPath, ['--no-warnings', '--import', hooks.href, fileURLToPath(script), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  return Object.assign(child, {
    [Symbol.dispose]: () => {
      child.kill('SIGKILL')
    },
  })
}
