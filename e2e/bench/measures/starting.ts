import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { findChromium } from '../../../scripts/lib/chromium.mjs'
import { Database } from '../../../main/storage/database'
import { median } from '../percentile'
import { atMost, type Row } from '../row'
import { steadiness } from '../steadiness'

const CONVERSATIONS = 200
const WAIT_MS = 30_000
const ROUNDS = 5
const COMMAND_LIMIT = 0.95
const HOST_LIMIT = 0.75
/** The control is a time and not a ratio that the goal limits, so it has a band of its own: as for a goal of 1.3. */
const STEADY_LIMIT = 1.3

const root = join(import.meta.dirname, '../..')
const inspector = join(root, 'out/inspector/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js')

/** A program that serves a page to a browser on this computer. */
interface Program {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** An expression that is true once the page has drawn the list of what the person has, and takes keys. */
  readonly drawn: string
  /** What the person presses first, and what it does. */
  readonly control: string
  readonly key: string
  readonly done: string
}

const field = '[...document.querySelectorAll("textarea")].find((one) => one.getAttribute("aria-label") === "Message")'
const addServers = '[...document.querySelectorAll("button")].find((one) => one.textContent === "Add Servers")'

/**
 * Measures from a command in a terminal until a page does what the person presses: Parley by `npm start`, its host alone, and MCP Inspector
 * alone. Each has started before, with the same folder, and the browser runs already.
 */
export async function measureStarting(): Promise<readonly Row[]> {
  if (!existsSync(inspector)) return []
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-start-'))
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('There is no Chromium to start Parley in')
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 })
  try {
    const programs = programsIn(folder)
    fill(join(folder, 'data'))
    const rounds: Record<keyof typeof programs, number>[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const times = {
        inspector: await startMs(programs.inspector, browser),
        command: await startMs(programs.command, browser),
        host: await startMs(programs.host, browser),
      }
      // The first round fills caches, as the first start on a computer does.
      if (round > 0) rounds.push(times)
    }
    return rowsOf(rounds)
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

function programsIn(folder: string) {
  const home = join(folder, 'home')
  mkdirSync(home)
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    USER: process.env['USER'] ?? 'bench',
    SHELL: '/bin/sh',
    XDG_CONFIG_HOME: join(home, '.config'),
    LANG: 'C.UTF-8',
    PARLEY_KEYS: 'memory',
    MCP_INSPECTOR_SECRET_STORE: 'memory',
    MCP_AUTO_OPEN_ENABLED: 'false',
    // Neither may look for a new version of itself.
    npm_config_update_notifier: 'false',
    npm_config_cache: join(folder, 'npm'),
  }
  const options = ['--no-open', '--port', '0', '--data-dir', join(folder, 'data')]
  const parley = {
    env,
    drawn: `${field} !== undefined && document.querySelector('[aria-label="Conversations"] a') !== null`,
    control: field,
    key: 'p',
    done: `${field}.value === 'p'`,
  }
  return {
    inspector: {
      command: process.execPath,
      args: [inspector],
      env,
      drawn: `${addServers} !== undefined && document.querySelector('[role=switch]') !== null`,
      control: addServers,
      key: 'Enter',
      done: "document.querySelector('[role=menu]') !== null",
    },
    command: { ...parley, command: 'npm', args: ['start', '--silent', '--', '--browser', ...options] },
    // As `npm start` starts it.
    host: {
      ...parley,
      env: { ...env, NODE_COMPILE_CACHE: join(root, 'out/compile-cache') },
      command: process.execPath,
      args: [join(root, 'out/main/browser.js'), ...options],
    },
  } satisfies Record<string, Program>
}

/** Starts a program, opens its page in a context of its own, presses one key, and ends it. Returns the milliseconds until the key has had its effect. */
async function startMs(program: Program, browser: Browser): Promise<number> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const began = performance.now()
  const child = spawn(program.command, program.args, { cwd: root, env: program.env, stdio: ['ignore', 'pipe', 'pipe'] })
  // npm ends before the host that it started, which keeps the output open and the folder in use.
  const ended = once(child, 'close')
  try {
    await page.goto(await linkOf(child), { waitUntil: 'commit' })
    await pageIs(page, program.drawn)
    await page.evaluate(`${program.control}.focus()`)
    await page.keyboard.press(program.key)
    await pageIs(page, program.done)
    return performance.now() - began
  } finally {
    await context.close()
    child.kill('SIGTERM')
    await ended
  }
}

/** Waits for the address of the page, which every one of the programs prints. */
function linkOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    const read = (chunk: unknown): void => {
      printed += String(chunk)
      const link = /https?:\/\/127\.0\.0\.1:\d+\/?\?\S+(?=\s)/.exec(printed)?.[0]
      if (link !== undefined) resolve(link)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`A program ended with ${code} before it printed its link\n${printed}`)))
  })
}

/** Looks at every frame, so that no pause between two looks counts. A link may lead to another page first. */
async function pageIs(page: Page, expression: string): Promise<void> {
  const looking = `new Promise((done) => {
    const until = performance.now() + ${WAIT_MS}
    const look = () => {
      const is = ${expression}
      if (is || performance.now() > until) done(is)
      else requestAnimationFrame(look)
    }
    look()
  })`
  for (;;) {
    try {
      if (await page.evaluate(looking)) return
      throw new Error(`${page.url()} did not come to ${expression}:\n${await page.locator('body').ariaSnapshot()}`)
    } catch (error) {
      if (!String(error).includes('context was destroyed')) throw error
    }
  }
}

/** What somebody has who has used Parley for some weeks. */
function fill(dataDir: string): void {
  mkdirSync(dataDir, { mode: 0o700 })
  const provider = { id: 'local', kind: 'openai-compatible', name: 'Local', baseUrl: 'http://127.0.0.1:9/v1', models: ['any'] }
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ models: { default: 'local/any', providers: [provider] } }))
  const database = new Database(join(dataDir, 'parley.db'))
  try {
    database.transaction(() => {
      for (let index = 0; index < CONVERSATIONS; index++) {
        const id = `c${index}`
        const title = `Conversation ${index}`
        database.run(
          'INSERT INTO conversation (id, title, created, updated, model) VALUES (?, ?, ?, ?, ?)',
          id,
          title,
          index,
          index,
          'default',
        )
      }
    })
  } finally {
    database.close()
  }
}

function rowsOf(rounds: readonly { readonly inspector: number; readonly command: number; readonly host: number }[]): readonly Row[] {
  const theirs = rounds.map((round) => round.inspector)
  const seconds = (values: readonly number[]): string => `${(median(values) / 1_000).toFixed(2)} s`
  const row = (measure: string, side: 'command' | 'host', limit: number): Row => ({
    measure,
    parley: seconds(rounds.map((round) => round[side])),
    comparedWith: `MCP Inspector ${seconds(theirs)}`,
    value: median(rounds.map((round) => round[side] / round.inspector)),
    unit: 'times',
    goal: atMost(limit),
    control: steadiness('MCP Inspector', theirs, STEADY_LIMIT),
  })
  return [
    row('from `npm start` until a letter is typed', 'command', COMMAND_LIMIT),
    row('the same without npm, from the host’s own start', 'host', HOST_LIMIT),
  ]
}
