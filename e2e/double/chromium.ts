import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

const asElectron = [
  '--headless=new',
  '--no-startup-window',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-features=Translate,MediaRouter,OptimizationHints',
  '--disable-quic',
  '--disable-sync',
  '--force-color-profile=srgb',
  '--metrics-recording-only',
  '--mute-audio',
  '--password-store=basic',
  // As Electron does by itself.
  '--site-per-process',
  // A web preference of every window in Electron, which `desktopShell.spec.ts` looks at. Here it holds for the whole browser.
  '--enable-blink-features=BlockingFocusWithoutUserActivation',
  // Blocks every address outside this computer. A proxy that the environment names would resolve the names itself.
  '--no-proxy-server',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE *.localhost',
]

export interface CdpEvent {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly sessionId?: string
}

/** A running Chromium, controlled over the Chrome DevTools Protocol. */
export interface Chromium {
  /** The endpoint at which other clients can control it too. */
  readonly endpoint: string
  send<T>(method: string, params?: object, sessionId?: string): Promise<T>
  listen(listener: (event: CdpEvent) => void): void
  close(): Promise<void>
}

interface Waiting {
  readonly method: string
  resolve(value: never): void
  reject(error: Error): void
}

/**
 * Starts a Chromium that ends when this process ends for any reason. It quits when the pipe between them closes.
 * @param flags What it is told. Absent: what makes it as Electron is, without a network.
 */
export async function launchChromium(flags: readonly string[] = asElectron): Promise<Chromium> {
  const profile = mkdtempSync(join(tmpdir(), 'electron-double-'))
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const args = [`--user-data-dir=${profile}`, '--remote-debugging-pipe', '--remote-debugging-port=0', ...asRoot, ...flags]
  const child = spawn(process.env['CHROMIUM_PATH'] || 'chromium', args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] })
  const [, , stderr, commands, answers] = child.stdio as [null, null, Readable, Writable, Readable]
  const exited = new Promise<void>((resolve) => void child.once('exit', () => resolve()))

  const waiting = new Map<number, Waiting>()
  const listeners = new Set<(event: CdpEvent) => void>()
  let lastId = 0
  readMessages(answers, (message) => {
    if (!('id' in message)) return listeners.forEach((listener) => listener(message))
    const asked = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.error) asked?.reject(new Error(`${asked.method}: ${message.error.message}`))
    else asked?.resolve(message.result)
  })
  commands.on('error', () => undefined)
  void exited.then(() => waiting.forEach(({ method, reject }) => reject(new Error(`${method}: Chromium has ended`))))

  const send = <T>(method: string, params: object = {}, sessionId?: string): Promise<T> =>
    new Promise((resolve, reject) => {
      const id = ++lastId
      waiting.set(id, { method, resolve, reject })
      commands.write(`${JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) })}\0`)
    })

  const endpoint = await new Promise<string>((resolve, reject) => {
    createInterface({ input: stderr }).on('line', (line) => {
      const found = /DevTools listening on (ws:\S+)/.exec(line)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once('error', reject)
    void exited.then(() => reject(new Error('Chromium ended before it listened')))
  })

  return {
    endpoint,
    send,
    listen: (listener) => void listeners.add(listener),
    close: async () => {
      send('Browser.close').catch(() => undefined)
      const force = setTimeout(() => child.kill('SIGKILL'), 2_000)
      await exited
      clearTimeout(force)
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

type Message = CdpEvent | { readonly id: number; readonly result: never; readonly error?: { readonly message: string } }

/** A zero byte ends each message on the pipe. */
function readMessages(stream: Readable, take: (message: Message) => void): void {
  let rest: Buffer[] = []
  stream.on('data', (chunk: Buffer) => {
    let start = 0
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      rest.push(chunk.subarray(start, end))
      take(JSON.parse(Buffer.concat(rest).toString()) as Message)
      rest = []
      start = end + 1
    }
    rest.push(chunk.subarray(start))
  })
}
