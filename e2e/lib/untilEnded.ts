import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

const PATIENCE_MS = 20_000

/**
 * Waits until a process ends after a request to end. Kills a process that does not, so that it cannot outlive its spec, and fails the spec.
 */
export async function untilEnded(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const patience = AbortSignal.timeout(PATIENCE_MS)
  const kill = (): void => void child.kill('SIGKILL')
  patience.addEventListener('abort', kill)
  await once(child, 'exit')
  patience.removeEventListener('abort', kill)
  if (patience.aborted) throw new Error(`Parley did not end within ${PATIENCE_MS / 1000} s`)
}
