import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Frame, Page } from '@playwright/test'
import * as z from 'zod'
import { appPage } from '../appPage.mjs'
import { median, percentile } from '../percentile'
import { atMost, type Row } from '../row'
import { appServer } from '../servers'
import { steadiness } from '../steadiness'
import { withChatPage } from './openChatPage'

const ECHO_LIMIT = 3
const VISIBLE_LIMIT = 1.3
/** Blocks of the bridge and of a bare frame take turns. */
const BLOCKS = 8
const ECHOES = 30
/** Fewer messages a second than an app may send (`APP_RATES`). */
const ECHO_EVERY_MS = 15
const ROUNDS = 9
const OPEN_APPS = 20
const WHEEL_STEPS = 60
const WHEEL_PX = 240
const WHEEL_EVERY_MS = 30
/** Rows of text are lower than this, and an app is higher: a part of the window that is blank from here on is a row that is not drawn. */
const BLANK_PX = 200
const WAIT_MS = 60_000
/** The self-test is over long before. */
const FRAME_WAIT_MS = 3_000
const AGAIN_MS = 20

/** It lets a page ask the host. */
const askingScript = join(import.meta.dirname, '../../e2e/bench/inPage.mjs')
const script = join(import.meta.dirname, '../../e2e/bench/inAppPage.mjs')
const Created = z.object({ ok: z.literal(true), value: z.object({ conversationId: z.string() }) })
const Taken = z.object({ ok: z.literal(true) })
const Times = z.array(z.number())
const Seen = z.array(z.object({ blank: z.number(), took: z.number() }))

/**
 * Measures apps against the same document in a bare frame of another site: a message to Parley and back, and the time from the row of a call until
 * the app in it is painted. Then scrolls through a conversation with twenty open apps, and looks at each frame that the browser draws.
 */
export async function measureApps(): Promise<readonly Row[]> {
  const fill = (dataDir: string): void => {
    writeFileSync(join(dataDir, 'servers.json'), JSON.stringify({ mcpServers: { bench: appServer } }))
  }
  return withChatPage({ modelUrl: 'http://127.0.0.1:9/v1', fill, scripts: [askingScript, script], processPerSite: true }, async (page) => {
    await using bare = await openBareApp(page)
    await page.bringToFront()
    return [...(await measureOne(page, bare)), await measureScrolling(page)]
  })
}

interface BareApp extends AsyncDisposable {
  readonly page: Page
  /** Shows the document anew. Returns its frame, and when it began. */
  show(): Promise<{ readonly frame: Frame; readonly began: number }>
}

/** A page of the same browser, and a server whose every name on this computer is a site of its own. */
async function openBareApp(beside: Page): Promise<BareApp> {
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(request.url === '/app' ? appPage() : '<!doctype html><html lang="en"><title>Bare</title><body></body></html>')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const page = await beside.context().newPage()
  await page.addInitScript({ path: script })
  await page.goto(`http://127.0.0.1:${port}/`)
  await page.evaluate('benchApps.answerBare()')
  let shown = 0
  return {
    page,
    async show() {
      const address = `http://bare${++shown}.localhost:${port}/app`
      const began = Number(await page.evaluate(`benchApps.showBare(${JSON.stringify(address)})`))
      const frame = await eventually('The bare frame', () => page.frames().find((each) => each.url() === address))
      return { frame, began }
    },
    async [Symbol.asyncDispose]() {
      await page.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

async function measureOne(page: Page, bare: BareApp): Promise<readonly Row[]> {
  const visible: { readonly app: number; readonly bare: number }[] = []
  let app: Frame | undefined
  let frame: Frame | undefined
  for (let round = 0; round <= ROUNDS; round++) {
    await page.bringToFront()
    const shown = await showApp(page)
    app = shown.frame
    await bare.page.bringToFront()
    const shownBare = await bare.show()
    frame = shownBare.frame
    const times = { app: shown.tookMs, bare: (await painted(frame)) - shownBare.began }
    // The first round loads what shows apps.
    if (round > 0) visible.push(times)
  }
  const echoes: { readonly app: readonly number[]; readonly bare: readonly number[] }[] = []
  for (let block = 0; block <= BLOCKS; block++) {
    await page.bringToFront()
    const through = await echo(app)
    await bare.page.bringToFront()
    const times = { app: through, bare: await echo(frame) }
    if (block > 0) echoes.push(times)
  }
  return [echoRow(echoes), visibleRow(visible)]
}

/** Calls the tool in a new conversation. Resolves when its app is painted, with the time from its row. */
async function showApp(page: Page): Promise<{ readonly frame: Frame; readonly tookMs: number }> {
  const before = new Set(appFrames(page))
  await page.evaluate('benchApps.expectRegion()')
  await openNewCall(page)
  const { frame, at } = await openedApp(page, before)
  return { frame, tookMs: at - Number(await page.evaluate('benchApps.regionAt()')) }
}

/** The documents of apps: each is in a frame of Parley's, which is in a frame of the page. */
function appFrames(page: Page): readonly Frame[] {
  return page.frames().filter((frame) => frame.parentFrame()?.parentFrame() === page.mainFrame())
}

/** The next app, when it is painted. Its frame has had another document before, which found out whether the browser holds it back. */
async function openedApp(page: Page, before: ReadonlySet<Frame>): Promise<{ readonly frame: Frame; readonly at: number }> {
  return eventually('The app', async () => {
    for (const frame of appFrames(page)) {
      if (before.has(frame)) continue
      const at = await painted(frame).catch(() => undefined)
      if (at !== undefined) return { frame, at }
    }
    return undefined
  })
}

async function painted(frame: Frame): Promise<number> {
  await frame.waitForFunction('window.bench !== undefined', undefined, { timeout: FRAME_WAIT_MS })
  return Number(await frame.evaluate('bench.painted()'))
}

async function echo(frame: Frame | undefined): Promise<readonly number[]> {
  if (!frame) throw new Error('There is no frame to measure')
  return Times.parse(await frame.evaluate(`bench.echo(${ECHOES}, ${ECHO_EVERY_MS})`))
}

/** Calls the tool in a new conversation, and opens that. Returns its id. */
async function openNewCall(page: Page): Promise<string> {
  const links = page.getByRole('region', { name: 'Conversations' }).getByRole('link').filter({ hasText: 'show' })
  const before = await links.count()
  const { conversationId } = Created.parse(await askHost(page, 'chat.create', {})).value
  await runTool(page, conversationId)
  await links.nth(before).waitFor({ state: 'attached' })
  await links.first().click()
  return conversationId
}

async function runTool(page: Page, conversationId: string): Promise<void> {
  const input = { conversationId, serverId: 'bench', tool: 'show', arguments: {} }
  await eventually('The tool', async () => Taken.safeParse(await askHost(page, 'chat.runTool', input)).data)
}

function askHost(page: Page, name: string, input: unknown): Promise<unknown> {
  return page.evaluate(`bench.ask(${JSON.stringify(name)}, ${JSON.stringify(input)})`)
}

async function measureScrolling(page: Page): Promise<Row> {
  await page.bringToFront()
  let conversationId: string | undefined
  for (let open = 1; open <= OPEN_APPS; open++) {
    const before = new Set(appFrames(page))
    if (conversationId === undefined) conversationId = await openNewCall(page)
    else await runTool(page, conversationId)
    await openedApp(page, before)
  }
  const watching = page.evaluate('benchApps.watch()')
  await page.getByRole('log').hover()
  for (const down of [-1, 1, -1, 1]) {
    for (let step = 0; step < WHEEL_STEPS; step++) {
      await page.mouse.wheel(0, down * WHEEL_PX)
      await sleep(WHEEL_EVERY_MS)
    }
  }
  await page.evaluate('benchApps.stopWatching()')
  const seen = Seen.parse(await watching)
  if (appFrames(page).length < OPEN_APPS) throw new Error(`Only ${appFrames(page).length} apps stayed open`)
  const dropped = seen.filter(({ blank }) => blank >= BLANK_PX).length
  return {
    measure: `${OPEN_APPS} open apps are scrolled: frames without a row that should be there`,
    parley: `${dropped} of ${seen.length} frames, p95 of a frame ${percentile(
      seen.map(({ took }) => took),
      0.95,
    ).toFixed(0)} ms`,
    comparedWith: 'none',
    value: dropped,
    unit: 'frames',
    goal: atMost(0),
  }
}

function echoRow(blocks: readonly { readonly app: readonly number[]; readonly bare: readonly number[] }[]): Row {
  const p95 = (times: readonly number[]): number => percentile(times, 0.95)
  const bare = blocks.map((block) => p95(block.bare))
  return {
    measure: 'a message of an app to Parley and back: p95',
    parley: `${median(blocks.map((block) => p95(block.app))).toFixed(2)} ms`,
    comparedWith: `echo of a bare frame ${median(bare).toFixed(2)} ms`,
    value: median(blocks.map((block) => p95(block.app) / p95(block.bare))),
    unit: 'times',
    goal: atMost(ECHO_LIMIT),
    control: steadiness('bare frame', bare, ECHO_LIMIT),
  }
}

function visibleRow(rounds: readonly { readonly app: number; readonly bare: number }[]): Row {
  const bare = rounds.map((round) => round.bare)
  const ms = (values: readonly number[]): string => `${median(values).toFixed(0)} ms`
  return {
    measure: 'an app is visible, from the row of its call',
    parley: ms(rounds.map((round) => round.app)),
    comparedWith: `the same document in a bare frame ${ms(bare)}`,
    value: median(rounds.map((round) => round.app / round.bare)),
    unit: 'times',
    goal: atMost(VISIBLE_LIMIT),
    control: steadiness('bare frame', bare, VISIBLE_LIMIT),
  }
}

/** Repeats `read` until it returns a value. @throws {Error} when no value comes in time */
async function eventually<T>(what: string, read: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + WAIT_MS
  for (;;) {
    const found = await read()
    if (found !== undefined) return found
    if (Date.now() > deadline) throw new Error(`${what} did not come within ${WAIT_MS / 1000} seconds`)
    await sleep(AGAIN_MS)
  }
}
