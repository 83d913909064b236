import { app } from 'electron'
import { log } from '../../main/lib/log'

/** A host normally ends its children within five seconds. After this time, the process ends anyway. */
const ENDS_WITHIN_MS = 10_000

/** Delays quitting until the host has ended, so that no server outlives Parley. */
export function handleDesktopQuit(host: {
  /** Asks a person first, if something would be lost. */
  readonly mayEnd: () => Promise<boolean>
  readonly end: () => Promise<void>
}): void {
  let state: 'running' | 'asking' | 'ending' | 'ended' = 'running'
  const dispose = (): void => {
    state = 'ending'
    const end = (): void => {
      state = 'ended'
      app.quit()
    }
    setTimeout(end, ENDS_WITHIN_MS).unref()
    host
      .end()
      .catch((thrown: unknown) => log('error', 'Parley did not end well', { error: thrown }))
      .finally(end)
  }
  app.on('before-quit', (event) => {
    if (state === 'ended') return
    event.preventDefault()
    if (state !== 'running') return
    state = 'asking'
    const ask = async (): Promise<void> => {
      const mayEnd = await host.mayEnd()
      // A signal does not wait for the answer.
      if (state !== 'asking') return
      if (mayEnd) dispose()
      else state = 'running'
    }
    ask().catch((thrown: unknown) => {
      log('error', 'Nobody could be asked before quitting', { error: thrown })
      if (state === 'asking') dispose()
    })
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (state === 'running' || state === 'asking') dispose()
    })
  }
}
