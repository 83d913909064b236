import type { Page } from '@playwright/test'
import { isRecord } from '../../shared/lib/json'

/**
 * Returns how long the page's main thread worked on its longest task while `work` went on, in milliseconds of processor time: a computer that
 * does other things makes it no longer, as it does the time on the clock.
 */
export async function longestTaskMs(page: Page, work: () => Promise<void>): Promise<number> {
  const browser = page.context().browser()
  if (!browser) throw new Error('The page has no browser of its own')
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', 'toplevel'] })
  let trace: unknown
  try {
    await work()
  } finally {
    trace = JSON.parse(String(await browser.stopTracing()))
  }
  const events = isRecord(trace) && Array.isArray(trace['traceEvents']) ? trace['traceEvents'].filter(isRecord) : []
  const process = processOf(events)
  const tasks = events.filter(({ name, pid, tid }) => name === 'RunTask' && pid === process && tid === process)
  if (tasks.length === 0) throw new Error('The page did nothing that was recorded')
  return Math.max(...tasks.map(({ tdur }) => (typeof tdur === 'number' ? tdur / 1_000 : 0)))
}

/** The process that draws the page: the one of its outermost frame. */
function processOf(events: readonly Readonly<Record<string, unknown>>[]): unknown {
  const started = events.find(({ name }) => name === 'TracingStartedInBrowser')
  const data = isRecord(started?.['args']) && isRecord(started['args']['data']) ? started['args']['data'] : undefined
  const frames = Array.isArray(data?.['frames']) ? data['frames'].filter(isRecord) : []
  return frames.find(({ isOutermostMainFrame }) => isOutermostMainFrame === true)?.['processId']
}
