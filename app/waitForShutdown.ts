import { log } from '../main/lib/log'

/** Ctrl-C reaches this process from the terminal and once more from the script that started it. */
const SAME_WISH_MS = 500

/**
 * Runs `stop` once when this process is asked to end: by a signal, because whoever started it is gone, or by the function that comes back.
 * Somebody who asks a second time does not want to wait.
 * @param mustEndWithin milliseconds after which the process ends whatever `stop` still does.
 */
export function waitForShutdown(stop: () => Promise<void>, mustEndWithin: number): (exitCode: number) => void {
  let asked: number | undefined
  const end = (exitCode: number): void => {
    if (asked !== undefined && Date.now() - asked > SAME_WISH_MS) process.exit(1)
    if (asked !== undefined) return
    asked = Date.now()
    setTimeout(() => process.exit(1), mustEndWithin).unref()
    stop().then(
      () => process.exit(exitCode),
      (thrown: unknown) => {
        log('error', 'Parley did not end well', { error: thrown })
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0))
  // scripts/start.mjs keeps a channel open for as long as it lives.
  process.on('disconnect', () => end(0))
  return end
}
