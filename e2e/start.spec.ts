import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { isAlive } from './lib/processes.ts'
import { onBrowser } from './lib/alternateShells.ts'

const root = join(import.meta.dirname, '..')
const oneLine = /^Parley: (http:\/\/127\.0\.0\.1:(\d+)\/\?t=[\w-]{43})\n$/

/** A person's computer: its own home folder, a data folder, and npm. */
class Starter implements AsyncDisposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'parley-start-'))
  readonly home = join(this.folder, 'home')
  readonly dataDir = join(this.folder, 'data')
  readonly bin = join(this.folder, 'bin')
  readonly #running: ChildProcess[] = []

  constructor() {
    mkdirSync(this.home)
    mkdirSync(this.bin)
  }

  /** Runs `npm start` until it has printed its link or has ended. */
  async start(...args: string[]): Promise<{ npm: ChildProcess; stdout: () => string; stderr: () => string; ended: Promise<unknown[]> }> {
    const npm = spawn('npm', ['start', '--silent', '--', '--browser', '--data-dir', this.dataDir, ...args], {
      cwd: root,
      env: {
        PATH: [this.bin, process.env['PATH']].join(delimiter),
        HOME: this.home,
        XDG_CONFIG_HOME: join(this.home, '.config'),
        SHELL: '/bin/sh',
        PARLEY_KEYS: 'memory',
        // Parley does not use npm's cache and logs.
        npm_config_cache: join(this.folder, 'npm'),
      },
    })
    this.#running.push(npm)
    let stdout = ''
    let stderr = ''
    npm.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    const ended = once(npm, 'close')
    const printed = new Promise<void>((resolve) => {
      npm.stdout.setEncoding('utf8').on('data', (text: string) => {
        stdout += text
        if (stdout.includes('\n')) resolve()
      })
    })
    await Promise.race([printed, ended])
    return { npm, stdout: () => stdout, stderr: () => stderr, ended }
  }

  /** Returns the pid of the process that serves this data folder. */
  hostPid(): number {
    const { pid } = JSON.parse(readFileSync(join(this.dataDir, 'host.json'), 'utf8')) as { pid: number }
    return pid
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const npm of this.#running) {
      if (npm.exitCode !== null || npm.signalCode !== null) continue
      npm.kill('SIGTERM')
      await once(npm, 'close')
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

test('npm start prints exactly one line, serves, and ends cleanly when it is asked to', { tag: onBrowser }, async () => {
  await using starter = new Starter()
  const { npm, stdout, ended } = await starter.start('--no-open', '--port', '0')
  const [, link = ''] = oneLine.exec(stdout()) ?? []
  expect((await fetch(link)).status).toBe(200)
  const pid = starter.hostPid()
  npm.kill('SIGTERM')
  await ended
  await expect.poll(() => [isAlive(pid), existsSync(join(starter.dataDir, 'host.json'))]).toEqual([false, false])
  expect(stdout()).toMatch(oneLine)
})

test('a second npm start gets a fresh link from the one that runs, and ends', { tag: onBrowser }, async () => {
  await using starter = new Starter()
  const first = await starter.start('--no-open')
  const second = await starter.start('--no-open')
  expect(await second.ended).toEqual([0, null])
  const [, oldLink, oldPort] = oneLine.exec(first.stdout()) ?? []
  const [, link = '', port] = oneLine.exec(second.stdout()) ?? []
  expect([port === oldPort, link === oldLink, (await fetch(link)).status]).toEqual([true, false, 200])
})

test('Parley ends when npm is killed with kill -9', { tag: onBrowser }, async () => {
  await using starter = new Starter()
  const { npm } = await starter.start('--no-open')
  const pid = starter.hostPid()
  npm.kill('SIGKILL')
  await expect.poll(() => isAlive(pid)).toBe(false)
})

test('a port that is taken is said in one line', { tag: onBrowser }, async () => {
  await using first = new Starter()
  await using second = new Starter()
  const { stdout } = await first.start('--no-open')
  const port = oneLine.exec(stdout())?.[2] ?? ''
  const failed = await second.start('--no-open', '--port', port)
  expect([await failed.ended, failed.stdout()]).toEqual([[1, null], ''])
  expect(failed.stderr()).toMatch(new RegExp(`^Port ${port} cannot be used.\\nGive another one with --port, or 0 for any.$`, 'm'))
})

test('W05: the link is on no command line, where every user of the computer could read it', { tag: onBrowser }, async () => {
  await using starter = new Starter()
  const seen = join(starter.folder, 'seen')
  writeFileSync(join(starter.bin, 'xdg-open'), `#!/bin/sh\necho "$@" > '${seen}.next' && mv '${seen}.next' '${seen}'\n`)
  chmodSync(join(starter.bin, 'xdg-open'), 0o755)
  const { stdout } = await starter.start()
  const [, link = ''] = oneLine.exec(stdout()) ?? []
  await expect.poll(() => existsSync(seen)).toBe(true)
  const opened = readFileSync(seen, 'utf8').trim()
  const file = join(starter.dataDir, 'open.html')
  expect([opened, statSync(file).mode & 0o777]).toEqual([`file://${file}`, 0o600])
  expect(readFileSync(file, 'utf8')).toContain(link)
})

test('W12: nothing is written outside of the data folder', { tag: onBrowser }, async () => {
  await using starter = new Starter()
  const { npm, ended } = await starter.start('--no-open')
  npm.kill('SIGTERM')
  await ended
  const left = readdirSync(starter.home, { recursive: true })
  expect([left, readdirSync(starter.dataDir).length > 0]).toEqual([[], true])
})
