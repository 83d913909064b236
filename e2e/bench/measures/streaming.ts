import type { CDPSession, Page } from '@playwright/test'
import { percentile } from '../percentile'
import { atMost, type Row } from '../row'
import { steadiness } from '../steadiness'
import { withChatPage } from './openChatPage'
import { startStreamingModel, type StreamingModel } from './streamingModel'

const CHARACTERS = 200_000
const PIECES = 400
const GROWTH_LIMIT = 2.1
const KEY_LIMIT = 2
/** So many keys are typed, one every so many milliseconds, as a quick typist does. */
const KEYS = 40
const KEY_EVERY_MS = 75
const WAIT_MS = 120_000
const LOOK_MS = 250
/** What stands at the end of each half. */
const marks = ['theveryhalf', 'theveryend'] as const

/** Long answers of three kinds. Each paragraph, line or item is another one. */
const documents: Readonly<Record<string, (index: number) => string>> = {
  mixed: (index) =>
    [
      `## Part ${index}\n\nSome **words** of part ${index} with \`code\`, a [link](https://a.example/${index}) and a formula \\(x_${index}^2\\).\n\n`,
      `- one of ${index}\n- another, *stressed*\n- and the last\n\n`,
      `| name | value |\n| --- | --- |\n| a${index} | ${index} |\n| b | 2 |\n\n`,
      `\`\`\`ts\nexport const part${index} = { index: ${index}, name: 'part ${index}' } // a comment\n\`\`\`\n\n`,
    ][index % 4] ?? '',
  code: (index) =>
    `  const value${index} = await compute({ index: ${index}, name: 'value ${index}', flags: [true, false] }) // line ${index}\n`,
  list: (index) => `- item ${index} has some **words**, \`a_name_${index}\` and a little more text to read\n`,
}

/**
 * Measures what a long answer costs the page while it comes: the processor time of the page's main thread for the whole against that for its first half,
 * and how long a key takes until it is drawn meanwhile, against the same key in a quiet conversation.
 */
export async function measureStreaming(): Promise<readonly Row[]> {
  await using model = await startStreamingModel()
  return await withChatPage({ modelUrl: model.url }, async (page) => {
    const rows: Row[] = []
    // The first answer loads what draws it.
    await streamed(page, model, 'mixed', 20_000)
    for (const kind of Object.keys(documents)) rows.push(growthRow(kind, await streamed(page, model, kind, CHARACTERS)))
    rows.push(await keyRow(page, model))
    return rows
  })
}

interface Halves {
  readonly firstMs: number
  readonly wholeMs: number
}

/** Has an answer written in a new conversation. Returns the processor time of the page's main thread for its first half and for all of it. */
async function streamed(page: Page, model: StreamingModel, kind: string, characters: number): Promise<Halves> {
  const metrics = await threadTime(page)
  const cost: number[] = []
  const { promise: ended, resolve: end, reject: fail } = Promise.withResolvers<void>()
  await newChat(page)
  model.next({
    parts: partsOf(kind, characters),
    goOn: async (part) => {
      await drawn(page, marks[part] ?? '').catch(fail)
      cost.push(await metrics.ms())
      if (part === marks.length - 1) end()
    },
  })
  const before = await metrics.ms()
  await send(page)
  await ended
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'detached', timeout: WAIT_MS })
  const [first, whole] = cost
  if (first === undefined || whole === undefined) throw new Error(`The ${kind} answer was not drawn`)
  await metrics.end()
  return { firstMs: first - before, wholeMs: whole - before }
}

function growthRow(kind: string, { firstMs, wholeMs }: Halves): Row {
  return {
    measure: `${CHARACTERS.toLocaleString('en')} characters of an answer, ${kind}: processor time of the page`,
    parley: `${wholeMs.toFixed(0)} ms`,
    comparedWith: `its first half ${firstMs.toFixed(0)} ms`,
    value: wholeMs / firstMs,
    unit: 'times',
    goal: atMost(GROWTH_LIMIT),
  }
}

/** Types into the message while a long answer comes, and in a quiet conversation before and after. */
async function keyRow(page: Page, model: StreamingModel): Promise<Row> {
  await newChat(page)
  const before = await typed(page)
  await newChat(page)
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  model.next({ parts: partsOf('mixed', CHARACTERS), goOn: (part) => (part === 0 ? Promise.resolve() : ended) })
  await send(page)
  await page.getByRole('heading', { name: 'Part 4', exact: true }).waitFor()
  const busy = await typed(page)
  end()
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'detached', timeout: WAIT_MS })
  await newChat(page)
  const after = await typed(page)
  const p95 = (times: readonly number[]): number => percentile(times, 0.95)
  const quiet = p95([...before, ...after])
  return {
    measure: 'a key while an answer comes, until it is drawn: p95',
    parley: `${p95(busy).toFixed(0)} ms`,
    comparedWith: `in a quiet conversation ${quiet.toFixed(0)} ms`,
    value: p95(busy) / quiet,
    unit: 'times',
    goal: atMost(KEY_LIMIT),
    control: steadiness('a quiet conversation', [p95(before), p95(after)], KEY_LIMIT),
  }
}

/** Types keys into the message. Returns for each the milliseconds until the page has painted it. */
async function typed(page: Page): Promise<readonly number[]> {
  await composer(page).focus()
  await page.evaluate(`
    window.keyTimes = []
    window.keyListener = ({ timeStamp }) => requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => keyTimes.push(performance.now() - timeStamp)
      port2.postMessage(0)
    })
    addEventListener('keydown', keyListener, true)`)
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press('k')
    await page.waitForTimeout(KEY_EVERY_MS)
  }
  await pageIs(page, `keyTimes.length >= ${KEYS}`)
  const times: unknown = await page.evaluate('removeEventListener("keydown", keyListener, true), keyTimes')
  await composer(page).fill('')
  return Array.isArray(times) ? times.filter((time) => typeof time === 'number') : []
}

function partsOf(kind: string, characters: number): readonly (readonly string[])[] {
  const line = documents[kind]
  if (!line) throw new Error(`There is no answer of ${kind}`)
  const open = kind === 'code' ? '```ts\n' : ''
  let text = open
  let index = 0
  const halves = marks.map((mark, half) => {
    while (text.length < characters / 2) text += line(index++)
    const piece = kind === 'code' ? `${text}// ${mark}\n${half === 1 ? '```\n' : ''}` : `${text}${kind === 'list' ? '- ' : ''}${mark}\n\n`
    text = ''
    return piece
  })
  const size = Math.ceil(characters / PIECES)
  return halves.map((half) => half.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [])
}

/** Waits until the text stands at the end of the conversation. It looks rarely, since looking costs the page too. */
async function drawn(page: Page, mark: string): Promise<void> {
  await pageIs(page, `document.querySelector('[role=log]')?.textContent.slice(-400).includes('${mark}')`)
}

/** Waits in the page until an expression is true: its policy lets nobody else compile one. */
async function pageIs(page: Page, expression: string): Promise<void> {
  const isTrue: unknown = await page.evaluate(`new Promise((done) => {
    const until = performance.now() + ${WAIT_MS}
    const look = () => {
      if (${expression}) done(true)
      else if (performance.now() > until) done(false)
      else setTimeout(look, ${LOOK_MS})
    }
    look()
  })`)
  if (isTrue !== true) throw new Error(`The page did not come to ${expression}`)
}

const composer = (page: Page) => page.getByRole('textbox', { name: 'Message' })

async function newChat(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New chat', exact: true }).click()
  await page.getByRole('article').first().waitFor({ state: 'detached' })
}

async function send(page: Page): Promise<void> {
  await composer(page).fill('Write')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

/** Reads the processor time that the page's main thread has spent on tasks, in milliseconds. */
async function threadTime(page: Page): Promise<{ ms(): Promise<number>; end(): Promise<void> }> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return {
    async ms() {
      const { metrics } = await session.send('Performance.getMetrics')
      const spent = metrics.find(({ name }) => name === 'TaskDuration')
      if (!spent) throw new Error('The browser does not say what its page spent')
      return spent.value * 1_000
    },
    end: () => session.detach(),
  }
}
