import { log } from '../../main/lib/log'

/** Ctrl-C arrives twice: from the terminal, and from the script that started this process. */
const SAME_WISH_MS = 500

/**
 * Runs `stop` once when this process should end: after a signal, after the parent process is gone, or through the returned function. A
 * second request ends the process at once.
 * @param mustEndWithin Milliseconds after which the process ends even if `stop` still runs.
 */
export function gracefulShutdown(stop: () => Promise<void>, mustEndWithin: number): (exitCode: number) => void {
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
  // scripts/start.mjs keeps a channel open as long as it lives.
  process.on('disconnect', () => end(0))
  return end
}
