import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '../../../shared/errors/appError'
import { signalGroup } from '../../../main/transport/processGroup'
import { DevTools } from './devTools'

/** A browser without a window, with a profile of its own that goes with it. */
interface BrowserProcess extends AsyncDisposable {
  readonly tools: DevTools
}

/** The end of what a browser that does not start has said, in UTF-16 code units. */
const SAID = 600
const ENDS_WITHIN_MS = 5_000
/** How long what an ended browser has said may still arrive: a process that it left behind may hold the pipe open for ever. */
const SAYS_WITHIN_MS = 500
/** At the exit of this process, a profile is removed until it stays away for so long. */
const ROUND_MS = 100
const ROUNDS = 10

/**
 * Starts a browser. It is spoken to over two pipes (`--remote-debugging-pipe`), so no port of this computer lets others in.
 * @param folder Where its profile is until it ends.
 * @throws {AppError} INTERNAL with what the browser said, if it does not start.
 */
export async function startBrowser(file: string, args: readonly string[], signal: AbortSignal, folder = tmpdir()): Promise<BrowserProcess> {
  const profile = mkdtempSync(join(folder, 'parley-browser-'))
  const removeProfile = (): void => rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
  const started = startProcess(file, ['--headless=new', '--remote-debugging-pipe', `--user-data-dir=${profile}`, ...args, 'about:blank'])
  if (started instanceof AppError) {
    removeProfile()
    throw started
  }
  const { child, input, output, closed, ended } = started
  // What is started may be a script that starts the browser, and that has processes of its own: all are one group.
  const kill = (how: 'SIGTERM' | 'SIGKILL'): void => {
    if (child.pid !== undefined) signalGroup(child.pid, how)
  }
  // Who asks twice that Parley ends does not wait for the browser, whose processes may write for a moment after that.
  const atExit = (): void => {
    kill('SIGKILL')
    for (let round = 0; round < ROUNDS; round++) {
      removeProfile()
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ROUND_MS)
      if (!existsSync(profile)) return
    }
  }
  process.once('exit', atExit)
  const end = async (): Promise<void> => {
    kill('SIGTERM')
    await Promise.race([closed, wait(ENDS_WITHIN_MS, undefined, { ref: false })])
    kill('SIGKILL')
    await ended
    process.off('exit', atExit)
    removeProfile()
  }
  const tools = new DevTools(input, output)
  void ended.then((said) => tools.fail(new AppError('INTERNAL', { reason: 'cli.browserEnded', params: { file } }, { said })))
  try {
    await tools.send('Browser.getVersion', {}, { signal })
    return { tools, [Symbol.asyncDispose]: end }
  } catch (thrown) {
    await end()
    throw thrown
  }
}

interface StartedProcess {
  readonly child: ChildProcess
  readonly input: Writable
  readonly output: Readable
  /** Resolves once no process holds its pipes any more. */
  readonly closed: Promise<unknown>
  /** Resolves with the end of what it has said, once it is gone. */
  readonly ended: Promise<string>
}

function startProcess(file: string, args: readonly string[]): StartedProcess | AppError {
  try {
    const detached = process.platform !== 'win32'
    const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'], detached })
    // `untilEnded` hears of it too, but not before there are pipes.
    child.on('error', () => undefined)
    let said = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (said = `${said}${text}`.slice(-SAID)))
    const [, , , input, output] = child.stdio
    if (!(input instanceof Writable) || !(output instanceof Readable)) return new AppError('INTERNAL', 'A child process has no pipes')
    const closed = once(child, 'close').catch(() => undefined)
    return { child, input, output, closed, ended: untilEnded(child, input, closed).then((problem) => problem ?? said) }
  } catch (thrown) {
    return AppError.from(thrown)
  }
}

/** Resolves once a process is gone, with why if it never started. Its pipes are closed then, whoever else holds them. */
async function untilEnded(child: ChildProcess, input: Writable, closed: Promise<unknown>): Promise<string | undefined> {
  try {
    await once(child, 'exit')
    // Node waits for the pipes before it says that a child has closed, and this one only writes.
    input.destroy()
    await Promise.race([closed, wait(SAYS_WITHIN_MS, undefined, { ref: false })])
    return undefined
  } catch (thrown) {
    return String(thrown)
  } finally {
    for (const stream of child.stdio) stream?.destroy()
  }
}
