import { homedir } from 'node:os'
import { text } from 'node:stream/consumers'
import { AppError } from '../../shared/errors/appError'
import { assertNever } from '../../shared/lib/assertNever'
import { errorSentence, errorText } from '../../shared/i18n/errorText'
import { createTranslator } from '../../shared/i18n/translator'
import { log, logFrom } from '../../main/lib/log'
import { joinSystemNetwork } from '../../main/net/systemNetwork'
import { checkFolders } from '../../main/roots/checkFolders'
import { refuseBareName } from './commands/refuseBareName'
import { appCheck } from './commands/appCheck'
import { call } from './commands/call'
import { dataBackup } from './commands/dataBackup'
import { dataCheck } from './commands/dataCheck'
import { doctor } from './commands/doctor'
import { list } from './commands/list'
import { policyCheck } from './commands/policyCheck'
import { prompt } from './commands/prompt'
import { read } from './commands/read'
import { AppStage } from './apps/appStage'
import { dataDir } from '../dataDir'
import { localeOf } from '../chooseLocale'
import { controllingTerminal } from './controllingTerminal'
import { evidenceText, StartFailure } from './startFailure'
import { exitCodeOf, exitCodes, startExitCode, type ExitCode } from './exitCodes'
import { openCliHost, readNamedFile, type CliHost } from './openCliHost'
import { errorJson, processOutput, type Output, type ProcessOutput } from './output'
import { escapeForTerminal, escapeLineForTerminal, quoteForTerminal } from './escapeForTerminal'
import { answerAll } from './questions/answerAll'
import { sentMessages, type SentIdentity } from '../../shared/domain/launch/sentIdentity'
import type { Question } from '../../shared/domain/question'
import { askedLine, type QuestionAnswerer } from './questions/questionAnswerer'
import { fileAnswers } from './questions/fileAnswers'
import { signInAtTerminal } from './questions/signInAtTerminal'
import { terminalAnswers, type CheckFolders } from './questions/terminalAnswers'
import { telemetryLine } from './telemetryLine'
import { telemetryLost, telemetryRemarks } from './telemetryRemarks'
import { readCommand, type Command, type CommandLine } from './readCommand'

/** Processes that still run after this time are ended by the next start. */
const ENDS_WITHIN_MS = 10_000

/** The commands that sign in. Other commands only report that a server requires it. */
const signsIn: ReadonlySet<Command['name']> = new Set(['call', 'read', 'prompt'])

type ServerCommand = Exclude<Command, { name: 'help' | 'policyCheck' | 'dataCheck' | 'dataBackup' }>

async function run(line: CommandLine, output: ProcessOutput, signal: AbortSignal): Promise<ExitCode> {
  if (line.command.name === 'help') {
    const usage = output.translator.t('cli.usage')
    output.result({ usage }, () => usage)
    return exitCodes.done
  }
  if (line.command.name === 'policyCheck') return await policyCheck(line.command, folderOf(line), output)
  if (line.command.name === 'dataCheck') return dataCheck(folderOf(line), output)
  if (line.command.name === 'dataBackup') return dataBackup(folderOf(line), line.command, output)
  const command = await withStdin(line.command, signal)
  const check: CheckFolders = (folders) => checkFolders(folders, { home: homedir(), dataDir: folderOf(line) })
  const answerer = answererFor(line.answers, signsIn.has(command.name), output, check)
  joinSystemNetwork()
  // Servers name their apps only to a host that has a place for them.
  using stage = command.name === 'appCheck' ? await AppStage.start(import.meta.dirname) : undefined
  const host = await openCliHost(
    { ...line, framePlace: stage?.place, checkFolders: check, answersFolders: (serverId) => answerer.answersFolders(serverId) },
    import.meta.dirname,
    (problem) => output.say(escapeLineForTerminal(output.translator.message(problem))),
  )
  try {
    await sayState(host, output)
    answerAll(host.client, answerer, output, signal)
    return await runCommand({ host, stage }, command, output, signal)
  } finally {
    await host[Symbol.asyncDispose]()
    const lost = telemetryLost(output.translator, host.telemetryCounts())
    if (lost !== undefined) output.say(escapeForTerminal(lost))
  }
}

/** Says what a window would show all the time: files that cannot be used, and what is sent of telemetry. */
async function sayState({ client }: CliHost, { say, translator }: Output): Promise<void> {
  const { problems } = await client.until('app', () => true)
  const files = problems.filter(({ file }) => file === 'settings.json' || file === 'servers.json')
  const status = await client.until('telemetry', () => true)
  const line = telemetryLine(translator, status)
  const told = [
    ...files.map(({ error }) => [errorSentence(translator, error), errorText(translator, error).hint].filter(Boolean).join('\n')),
    ...(line === undefined ? [] : [line]),
    ...telemetryRemarks(translator, status),
  ]
  for (const text of told) say(escapeForTerminal(text))
}

function folderOf(line: CommandLine): string {
  return dataDir({ option: line.dataDir, env: process.env, platform: process.platform, home: homedir(), cwd: process.cwd() })
}

interface Opened {
  readonly host: CliHost
  readonly stage: AppStage | undefined
}

function runCommand({ host, stage }: Opened, command: ServerCommand, output: Output, signal: AbortSignal): Promise<ExitCode> {
  switch (command.name) {
    case 'appCheck':
      if (!stage) throw new AppError('INTERNAL', 'There is no place for apps')
      return appCheck({ host, stage }, command, output, signal)
    case 'list':
      return list(host, output, signal)
    case 'call':
      return call(host, command, output, signal)
    case 'read':
      return read(host, command, output, signal)
    case 'prompt':
      return prompt(host, command, output, signal)
    case 'doctor':
      return doctor(host, command, output, signal)
    case 'bareName':
      return refuseBareName(host, command, signal)
    default:
      return assertNever(command)
  }
}

/** Replaces `-` with the text from stdin. */
async function withStdin(command: ServerCommand, signal: AbortSignal): Promise<ServerCommand> {
  if (!('arguments' in command) || command.arguments !== '-') return command
  const stop = (): void => void process.stdin.destroy()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return { ...command, arguments: await text(process.stdin) }
  } catch (thrown) {
    signal.throwIfAborted()
    throw thrown
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Answers from the file first, then from the person at the terminal. Without both, every question is refused. */
function answererFor(
  file: string | undefined,
  maySignIn: boolean,
  { translator, say, holdDuring }: ProcessOutput,
  check: CheckFolders,
): QuestionAnswerer {
  const sayPage = (question: Question): void => say(translator.t('terminal.line', { text: askedLine(translator, question) }))
  const sayFolders = async (roots: readonly string[]): Promise<void> => {
    for (const { folder, risk } of await check(roots)) {
      if (!risk) continue
      const remark = { id: `questions.folders.risk.${risk}` } as const
      say(translator.t('terminal.folderRisk', { folder: escapeLineForTerminal(folder), remark }))
    }
  }
  const saySent = (sends: SentIdentity): void => {
    for (const { id, params } of sentMessages(sends, escapeLineForTerminal)) say(translator.t(id, params))
  }
  const terminal = controllingTerminal(process.stdin, process.stderr, interrupt)
  const person = terminal && terminalAnswers(terminal, check, translator)
  const signIn = terminal && maySignIn ? signInAtTerminal(terminal, translator) : undefined
  const sources = [
    ...(file === undefined ? [] : [fileAnswers(readNamedFile(file), { page: sayPage, folders: sayFolders, sends: saySent })]),
    ...(person
      ? [{ ...person, answer: (...asked: Parameters<QuestionAnswerer['answer']>) => holdDuring(() => person.answer(...asked)) }]
      : []),
  ]
  return {
    answersFolders: (serverId) => sources.some((source) => source.answersFolders(serverId)),
    async answer(question, signal) {
      for (const source of sources) {
        const answer = await source.answer(question, signal)
        if (answer) return answer
      }
      return undefined
    },
    signIn: signIn && ((...asked) => holdDuring(() => signIn(...asked))),
  }
}

function explain(thrown: unknown, output: Output): ExitCode {
  const failure = thrown instanceof StartFailure ? thrown : undefined
  const error = failure?.error ?? AppError.from(thrown)
  const { said } = error
  const { hint } = errorText(output.translator, error)
  if (output.json) output.result({ error: errorJson(error.toData()), ...(failure?.evidence && { evidence: failure.evidence }) }, () => '')
  const own = [errorSentence(output.translator, error), hint].filter(Boolean).join('\n')
  output.say(escapeForTerminal(said ? `${own}\n${quoteForTerminal(said)}` : own))
  const evidence = failure?.evidence && evidenceText(failure.serverId, failure.evidence, output.translator)
  if (evidence !== undefined) output.say(evidence)
  return failure ? startExitCode(error) : exitCodeOf(error)
}

// Ends at once: the person asked twice, or waited too long.
function forceEnd(): never {
  process.exit(exitCodes.interrupted)
}

const interrupted = new AbortController()
function interrupt(): void {
  if (interrupted.signal.aborted) return
  interrupted.abort(new AppError('CANCELLED', { reason: 'cli.interrupted' }))
  setTimeout(forceEnd, ENDS_WITHIN_MS).unref()
}
let told = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (told) forceEnd()
    told = true
    interrupt()
  })
}
// A terminal that is closed says it several times: each stream, the system, and the wrapper. The servers are ended all the same.
process.on('SIGHUP', interrupt)
process.on('unhandledRejection', (reason) => log('error', 'Unhandled rejection', { error: reason }))
// The reader of the output may close it, and a terminal that is closed takes all three streams with it, at times before its signal is here.
for (const stream of [process.stdin, process.stdout, process.stderr]) stream.on('error', interrupt)

// `--json` and the language also apply to errors in the command line itself.
const args = process.argv.slice(2)
const output = processOutput(args.includes('--json'), await createTranslator(localeOf(args, process.env), escapeLineForTerminal))
// What only a developer can read is for `--json`, whose reader is a program.
if (!output.json) logFrom('warn')
let exitCode: ExitCode
try {
  exitCode = await run(readCommand(args), output, interrupted.signal)
} catch (thrown) {
  exitCode = explain(thrown, output)
}
const lost = await output.flushed()
if (lost) {
  output.say(escapeForTerminal(output.translator.t('cli.outputLost', { said: lost.message })))
  await output.flushed()
}
process.exit(lost && exitCode === exitCodes.done ? exitCodes.failed : exitCode)
