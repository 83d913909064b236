import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { Database } from '../../../main/storage/database'
import { median } from '../percentile'
import { atMost, type Row } from '../row'
import { steadiness } from '../steadiness'
import { withChatPage } from './openChatPage'

const LONG = 10_000
const SHORT = 10
const ROUNDS = 9
const LIMIT = 3

/** Measures from the press on a conversation in the list until its last message is painted: one of ten thousand messages against one of ten. */
export async function measureOpening(): Promise<readonly Row[]> {
  return withChatPage({ modelUrl: 'http://127.0.0.1:9/v1', fill }, async (page) => {
    const rounds: { readonly long: number; readonly short: number }[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const times = { short: await openMs(page, 'Short'), long: await openMs(page, 'Long') }
      // The first round loads what draws messages.
      if (round > 0) rounds.push(times)
    }
    return [rowOf(rounds)]
  })
}

function rowOf(rounds: readonly { readonly long: number; readonly short: number }[]): Row {
  const short = rounds.map((round) => round.short)
  const ms = (values: readonly number[]): string => `${median(values).toFixed(0)} ms`
  return {
    measure: `a conversation of ${LONG.toLocaleString('en')} messages opens`,
    parley: ms(rounds.map((round) => round.long)),
    comparedWith: `one of ${SHORT} ${ms(short)}`,
    value: median(rounds.map((round) => round.long / round.short)),
    unit: 'times',
    goal: atMost(LIMIT),
    control: steadiness(`one of ${SHORT}`, short, LIMIT),
  }
}

/** Opens a conversation, then leaves it. The page takes the times itself: from the press to the first frame after its last message is there. */
async function openMs(page: Page, title: string): Promise<number> {
  const took: unknown = await page.evaluate(`new Promise((done, fail) => {
    const line = [...document.querySelectorAll('[aria-label="Conversations"] a')].find((one) => one.textContent.includes('${title}'))
    if (!line) return fail(new Error('${title} is not in the list'))
    const began = performance.now()
    line.click()
    const look = () => {
      const last = [...document.querySelectorAll('[role=log] [role=article], [role=log] article')].at(-1)
      if (last?.textContent.includes('The last message of ${title}')) {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => done(performance.now() - began)
        port2.postMessage(0)
      } else if (performance.now() - began > 30000) fail(new Error('${title} was not drawn'))
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })`)
  await page.getByRole('button', { name: 'New chat', exact: true }).click()
  await page.getByRole('article').first().waitFor({ state: 'detached' })
  return Number(took)
}

function fill(dataDir: string): void {
  const database = new Database(join(dataDir, 'parley.db'))
  try {
    database.transaction(() => {
      write(database, 'Short', SHORT)
      write(database, 'Long', LONG)
    })
  } finally {
    database.close()
  }
}

/** Writes a conversation in which the person and the model take turns. */
function write(database: Database, title: string, messages: number): void {
  const conversation = randomUUID()
  database.run(
    'INSERT INTO conversation (id, title, created, updated, model) VALUES (?, ?, ?, ?, ?)',
    conversation,
    title,
    1,
    messages,
    'default',
  )
  let parent: string | null = null
  for (let index = 0; index < messages; index++) {
    const id = randomUUID()
    const text =
      index === messages - 1 ? `The last message of ${title}` : `Message ${index}.\n\n${'Some **words** of it. '.repeat(1 + (index % 12))}`
    database.run(
      'INSERT INTO message (id, conversation, parent, role, state, created) VALUES (?, ?, ?, ?, ?, ?)',
      id,
      conversation,
      parent,
      index % 2 === 0 ? 'user' : 'assistant',
      'done',
      index,
    )
    database.run("INSERT INTO part (id, message, seq, kind, json) VALUES (?, ?, 1, 'text', ?)", randomUUID(), id, JSON.stringify({ text }))
    parent = id
  }
  database.run('UPDATE conversation SET leaf = ? WHERE id = ?', parent, conversation)
}
