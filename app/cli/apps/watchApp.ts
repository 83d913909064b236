import { SeenApp, type AppToCheck } from '../../../shared/domain/apps/appCheck'
import { AppError } from '../../../shared/errors/appError'
import { isRecord } from '../../../shared/lib/json'
import { LONGEST_MESSAGE, type DevTools } from './devTools'
import { ScriptErrors } from './scriptErrors'

/** What a browser may say of one app, above all what that writes to its console, in UTF-16 code units. */
const MOST_SAID = LONGEST_MESSAGE
/** Longer than an app may take to be ready, and than it is watched then. */
const WATCH_MS = 60_000

/** What became of an app that was started. */
export interface WatchedApp {
  /** Absent where it was ended because it said too much. */
  readonly seen?: SeenApp
  /** Errors of its scripts that nothing caught, each once. */
  readonly errors: readonly string[]
}

/** Starts an app in a page of its own, and watches it until it is clear what it does. */
export async function watchApp(browser: DevTools, address: string, app: AppToCheck, stopped: AbortSignal): Promise<WatchedApp> {
  const saidTooMuch = new AbortController()
  const signal = AbortSignal.any([stopped, saidTooMuch.signal, AbortSignal.timeout(WATCH_MS)])
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' }, { signal })
  const { sessionId: page } = await browser.send('Target.attachToTarget', { targetId, flatten: true }, { signal })
  if (typeof page !== 'string') throw new AppError('INTERNAL', 'A page of the browser has no session')
  const sessions = new Set([page])
  const errors = new ScriptErrors(`${app.frame.origin}/document`)
  let said = 0
  const attend = async (sessionId: string, isDocument: boolean): Promise<void> => {
    const how = { sessionId, signal }
    // Which document a frame shows is known before its scripts run. A worker of somebody's page only has to go on.
    for (const part of isDocument ? ['Page', 'Runtime'] : []) await browser.send(`${part}.enable`, {}, how)
    // A frame in a process of its own is a session of its own, and waits until somebody listens to it.
    await browser.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }, how)
    await browser.send('Runtime.runIfWaitingForDebugger', {}, how)
  }
  const stop = browser.listen((event) => {
    const { method, params, sessionId, length } = event
    if (sessionId === undefined || !sessions.has(sessionId)) return
    said += length
    if (said > MOST_SAID) saidTooMuch.abort()
    if (method === 'Target.attachedToTarget' && typeof params['sessionId'] === 'string') {
      sessions.add(params['sessionId'])
      const { targetInfo } = params
      // It may be gone already.
      attend(params['sessionId'], isRecord(targetInfo) && targetInfo['type'] === 'iframe').catch(() => undefined)
    } else errors.take(event)
  })
  try {
    await attend(page, true)
    const loaded = browser.next(({ method, sessionId }) => method === 'Page.loadEventFired' && sessionId === page, signal)
    await Promise.all([loaded, browser.send('Page.navigate', { url: address }, { sessionId: page, signal })])
    const expression = `checkApp(${JSON.stringify(app)})`
    const { result } = await browser.send(
      'Runtime.evaluate',
      { expression, awaitPromise: true, returnByValue: true },
      { sessionId: page, signal },
    )
    return { seen: SeenApp.parse(isRecord(result) ? result['value'] : undefined), errors: errors.told }
  } catch (thrown) {
    if (saidTooMuch.signal.aborted && !stopped.aborted) return { errors: errors.told }
    throw thrown
  } finally {
    stop()
    // The page goes with the browser anyway.
    browser.send('Target.closeTarget', { targetId }, { signal: stopped }).catch(() => undefined)
  }
}
