import type { Page } from '@playwright/test'
import { isRecord } from '../../shared/lib/json'
import { slowness } from '../lib/slowness.ts'

export interface LongestTask {
  /** In milliseconds of processor time of a quiet computer. */
  readonly ms: number
  /** What most of it was spent on, without what that called in turn: "Layout 120 ms, MajorGC 30 ms". */
  readonly spentOn: string
}

/** Returns how long the page's main thread worked on its longest task while `work` went on, in milliseconds of processor time of a quiet computer. */
export async function longestTaskMs(page: Page, work: () => Promise<void>): Promise<number> {
  return (await longestTask(page, work)).ms
}

/**
 * Returns the longest task of the page's main thread while `work` went on, in processor time: a computer that does other things makes it no
 * longer, as it does the time on the clock. Where this one is slower just now, it is made less by as much.
 */
export async function longestTask(page: Page, work: () => Promise<void>): Promise<LongestTask> {
  const browser = page.context().browser()
  if (!browser) throw new Error('The page has no browser of its own')
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', 'devtools.timeline', 'toplevel'] })
  let trace: unknown
  try {
    await work()
  } finally {
    trace = JSON.parse(String(await browser.stopTracing()))
  }
  const events = isRecord(trace) && Array.isArray(trace['traceEvents']) ? trace['traceEvents'].filter(isRecord) : []
  const process = processOf(events)
  const ofThread = events.flatMap(({ name, pid, tid, ts, dur, tdur = 0 }) =>
    pid === process && tid === process && typeof ts === 'number' && typeof dur === 'number' && typeof tdur === 'number'
      ? [{ name: String(name), from: ts, to: ts + dur, ms: tdur / 1_000 }]
      : [],
  )
  const [longest] = ofThread.filter(({ name }) => name === 'RunTask').toSorted((one, other) => other.ms - one.ms)
  if (!longest) throw new Error('The page did nothing that was recorded')
  return { ms: longest.ms / slowness(), spentOn: spentOn(ofThread.filter(({ from, to }) => from >= longest.from && to <= longest.to)) }
}

interface Span {
  readonly name: string
  readonly from: number
  readonly to: number
  readonly ms: number
}

/** Pure: names what most of the time was spent on, each without the spans inside of it. */
function spentOn(spans: readonly Span[]): string {
  const own = new Map<string, number>()
  const add = (name: string, ms: number): void => void own.set(name, (own.get(name) ?? 0) + ms)
  const open: Span[] = []
  for (const span of spans.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    while (open.length > 0 && (open.at(-1)?.to ?? 0) <= span.from) open.pop()
    const outer = open.at(-1)
    if (outer) add(outer.name, -span.ms)
    add(span.name, span.ms)
    open.push(span)
  }
  const most = Array.from(own).toSorted(([, one], [, other]) => other - one)
  return most
    .slice(0, 4)
    .map(([name, ms]) => `${name} ${Math.round(ms)} ms`)
    .join(', ')
}

/** The process that draws the page: the one of its outermost frame. */
function processOf(events: readonly Readonly<Record<string, unknown>>[]): unknown {
  const started = events.find(({ name }) => name === 'TracingStartedInBrowser')
  const data = isRecord(started?.['args']) && isRecord(started['args']['data']) ? started['args']['data'] : undefined
  const frames = Array.isArray(data?.['frames']) ? data['frames'].filter(isRecord) : []
  return frames.find(({ isOutermostMainFrame }) => isOutermostMainFrame === true)?.['processId']
}
