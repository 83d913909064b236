import { chromium, type Page } from '@playwright/test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { findChromium } from '../../../scripts/lib/chromium.mjs'
import { startBrowserShell } from '../../lib/startBrowserShell'
import { percentile } from '../percentile'
import { atMost, type Row } from '../row'
import { askingServer } from '../servers'
import { steadiness } from '../steadiness'
import { openBarePage, type BarePage, type RoundTrip } from './barePage'

/** The page has not drawn a dialog before the first few forms, as for any person. These forms count like the others. */
const FORMS = 40
const WAIT_MS = 30_000
const AGAIN_MS = 50

/** The clock counts whole milliseconds, and some answers take less than one. */
const GRAIN_MS = 1
const SCREEN_LIMIT = 2
const ANSWER_LIMIT = 4

const inPage = join(import.meta.dirname, '../../e2e/bench/inPage.mjs')

const Times = z.array(z.object({ sent: z.number(), answered: z.number() }))
const Created = z.object({ ok: z.literal(true), value: z.object({ conversationId: z.string() }) })
const Taken = z.object({ ok: z.literal(true) })
const Listed = z.object({ value: z.object({ tools: z.array(z.unknown()).min(1) }) })
const WholeResult = z.object({ result: z.object({ content: z.array(z.object({ text: z.string() })) }) })

/** What the page recorded, by the number of the form: when it painted the form, and when Submit was pressed. */
const Noted = z.object({ shown: z.record(z.string(), z.number()), pressed: z.record(z.string(), z.number()) })

/**
 * Measures how long a question takes from a server to the screen, and its answer back, in the browser shell with a real page. The first
 * time runs from the moment when the server writes the question until the page paints its dialog. The second runs from the press of Submit
 * until the server reads the answer.
 */
export async function measureQuestions(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('There is no Chromium to measure questions in')
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 })
  try {
    writeFileSync(join(folder, 'servers.json'), JSON.stringify({ mcpServers: { asking: askingServer } }))
    const shell = await startBrowserShell({ dataDir: folder, home: folder, env: {}, args: [] }, browser)
    try {
      await shell.page.addInitScript({ path: inPage })
      await using bare = await openBarePage(browser, inPage)
      await shell.open()
      return rowsOf(await askAll(shell.page, bare))
    } finally {
      await shell.quit()
    }
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Asked {
  readonly questions: readonly RoundTrip[]
  readonly controls: readonly RoundTrip[]
}

/** Asks the forms one after the other. While a dialog waits for its half second, the bare page has its turn. */
async function askAll(page: Page, bare: BarePage): Promise<Asked> {
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  await eventually('The list of tools', async () => Listed.safeParse(await askHost(page, 'servers.catalog', { serverId: 'asking' })).data)
  const conversationId = Created.parse(await askHost(page, 'chat.create', {})).value.conversationId
  const input = { conversationId, serverId: 'asking', tool: 'fill_forms', arguments: { count: FORMS } }
  const taken = await askHost(page, 'chat.runTool', input)
  if (!Taken.safeParse(taken).success) throw new Error(`The forms could not be begun: ${JSON.stringify(taken)}`)
  await page.getByRole('region', { name: 'Conversations' }).getByText('fill_forms').first().click()
  const controls: RoundTrip[] = []
  for (let form = 1; form <= FORMS; form++) {
    const dialog = page.getByRole('dialog').filter({ hasText: `Form number ${form} of many` })
    await dialog.waitFor()
    controls.push(await bare.roundTrip())
    // The click waits for the half second in which no answer can be pressed.
    await dialog.getByRole('button', { name: 'Submit' }).click()
  }
  const times = Times.parse(
    JSON.parse(await eventually('The result', async () => findResult(await askHost(page, 'chat.open', { conversationId })))),
  )
  const noted = Noted.parse(await page.evaluate('({ shown: bench.shown, pressed: bench.pressed })'))
  const questions = times.map(({ sent, answered }, index) => ({
    toScreen: noticed(noted.shown, index + 1) - sent,
    toServer: answered - noticed(noted.pressed, index + 1),
  }))
  return { questions, controls }
}

function askHost(page: Page, name: string, input: unknown): Promise<unknown> {
  return page.evaluate(`bench.ask(${JSON.stringify(name)}, ${JSON.stringify(input)})`)
}

/** Returns when the page recorded an event of a form. Throws for a missing record, which would otherwise count as fast. */
function noticed(times: Readonly<Record<string, number>>, form: number): number {
  const at = times[form]
  if (!at) throw new Error(`The page did not notice form ${form}`)
  return at
}

/** Repeats `read` until it returns a value. @throws {Error} when no value comes in time */
async function eventually<T>(what: string, read: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + WAIT_MS
  for (;;) {
    const found = await read()
    if (found !== undefined) return found
    if (Date.now() > deadline) throw new Error(`${what} did not come within ${WAIT_MS / 1000} seconds`)
    await sleep(AGAIN_MS)
  }
}

/** Finds the text of the first result anywhere in a conversation. */
function findResult(value: unknown): string | undefined {
  const parsed = WholeResult.safeParse(value)
  if (parsed.success) return parsed.data.result.content[0]?.text
  if (typeof value !== 'object' || value === null) return undefined
  for (const part of Object.values(value)) {
    const found = findResult(part)
    if (found !== undefined) return found
  }
  return undefined
}

function rowsOf({ questions, controls }: Asked): readonly Row[] {
  const row = (measure: string, of: (trip: RoundTrip) => number, share: number, limit: number): Row => {
    const at = (trips: readonly RoundTrip[]): number => percentile(trips.map(of), share)
    const halves = [0, 1].map((rest) => at(controls.filter((_, index) => index % 2 === rest)) + GRAIN_MS)
    const longest = Math.max(...questions.map(of))
    return {
      measure,
      parley: `${at(questions).toFixed(0)} ms, longest ${longest.toFixed(0)} ms of ${FORMS} forms`,
      comparedWith: `bare page ${at(controls).toFixed(0)} ms`,
      value: (at(questions) + GRAIN_MS) / (at(controls) + GRAIN_MS),
      unit: 'times',
      goal: atMost(limit),
      control: steadiness('bare page', halves, limit),
    }
  }
  const toScreen = (trip: RoundTrip): number => trip.toScreen
  const toServer = (trip: RoundTrip): number => trip.toServer
  return [
    row('a question on the screen: p50', toScreen, 0.5, SCREEN_LIMIT),
    row('a question on the screen: p95', toScreen, 0.95, SCREEN_LIMIT),
    row('its answer at the server: p50', toServer, 0.5, ANSWER_LIMIT),
    row('its answer at the server: p95', toServer, 0.95, ANSWER_LIMIT),
  ]
}
