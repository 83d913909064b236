import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { userInfo } from 'node:os'
import { basename, delimiter } from 'node:path'
import { AppError } from '../../shared/errors/appError'
import { log } from '../lib/log'
import { untilAborted } from '../lib/untilAborted'

const ANSWER_MS = 10_000
/** Output beyond this limit is refused, because a profile may print without end. */
const OUTPUT_BYTES = 1024 * 1024

export interface LoginShellPathOptions {
  /** The user's login shell. */
  readonly shell?: string
  readonly environment?: Readonly<NodeJS.ProcessEnv>
  readonly timeoutMs?: number
  /** Puts the folders of the process's own PATH first, and those that the login shell adds behind them. */
  readonly ownFirst?: boolean
}

/**
 * Finds the PATH of the user's own terminal. Programs that start from a dock or menu get a minimal PATH without the user's node or uv. The
 * login shell is asked once and its answer is kept. If that fails, the process's own PATH is used, without the folders that npm added.
 */
export function createLoginShellPath(options: LoginShellPathOptions = {}): (signal: AbortSignal) => Promise<string> {
  const environment = options.environment ?? process.env
  let asked: Promise<string> | undefined
  return async (signal) => {
    signal.throwIfAborted()
    asked ??= findPath({ shell: loginShell(environment), timeoutMs: ANSWER_MS, ownFirst: false, ...options, environment })
    return untilAborted(asked, signal)
  }
}

/** Returns the PATH of the user's login shell. It is asked once per process. */
export const loginShellPath = createLoginShellPath()

/** Returns the PATH of whoever runs a command, with what the user's login shell adds. The shell is asked once per process. */
export const callersPath = createLoginShellPath({ ownFirst: true })

async function findPath({ shell, environment, timeoutMs, ownFirst }: Required<LoginShellPathOptions>): Promise<string> {
  const own = withoutNpm(environment['PATH'] ?? environment['Path'] ?? '')
  if (process.platform === 'win32') return own
  try {
    const theirs = withoutNpm(await askShell(shell, environment, timeoutMs))
    return (ownFirst ? joined(own, theirs) : theirs) || own
  } catch (thrown) {
    log('warn', 'The login shell did not tell its PATH', { shell, error: AppError.from(thrown) })
    return own
  }
}

/** The profile may print anything. The answer is the text between two random marks that the profile cannot know. */
async function askShell(shell: string, environment: Readonly<NodeJS.ProcessEnv>, timeoutMs: number): Promise<string> {
  const mark = randomBytes(12).toString('hex')
  const child = spawn(shell, shellArguments(shell, mark), {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...environment, PATH: withoutNpm(environment['PATH'] ?? '') },
    // Own process group: when a profile starts a program and waits for it, both can be killed with the shell.
    detached: true,
  })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let output = ''
  const timer = setTimeout(() => reject(new Error('It did not answer in time')), timeoutMs)
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    const found = output.split(mark)
    if (found.length >= 3) resolve(found[1] ?? '')
    else if (output.length > OUTPUT_BYTES) reject(new Error('It printed too much'))
  })
  child.once('error', reject)
  child.once('close', (code) => reject(new Error(`It ended with code ${code} and told no PATH`)))
  try {
    return pathOf(await promise)
  } finally {
    clearTimeout(timer)
    endGroup(child.pid)
    // A profile may have started a process that left the group and still prints.
    child.stdout.destroy()
  }
}

function shellArguments(shell: string, mark: string): string[] {
  const name = basename(shell)
  const script = `printf '%s' '${mark}'; command env; printf '%s' '${mark}'`
  if (name === 'csh' || name === 'tcsh') return ['-ic', script.replace('command ', '')]
  if (name === 'nu') return ['-i', '-l', '-c', `print -n '${mark}'; ^env; print -n '${mark}'`]
  return ['-i', '-l', '-c', script]
}

/** The output has one variable per line. A value may contain line breaks, but a PATH does not. */
function pathOf(variables: string): string {
  return /^PATH=(.*)$/m.exec(variables)?.[1] ?? ''
}

/** Every folder once, at its first place. */
function joined(...paths: readonly string[]): string {
  return [...new Set(paths.flatMap((path) => path.split(delimiter)))].filter((folder) => folder !== '').join(delimiter)
}

/** `npm start` adds folders of the project and of npm at the front. Servers must not find their programs there. */
function withoutNpm(path: string): string {
  const own = (folder: string): boolean => /[/\\]node_modules[/\\]\.bin[/\\]?$|[/\\]node-gyp-bin[/\\]?$/.test(folder)
  return path
    .split(delimiter)
    .filter((folder) => folder !== '' && !own(folder))
    .join(delimiter)
}

function loginShell(environment: Readonly<NodeJS.ProcessEnv>): string {
  return environment['SHELL'] || userInfo().shell || '/bin/sh'
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (thrown) {
    // The group has already ended.
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'ESRCH')) throw thrown
  }
}
