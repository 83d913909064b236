import { text } from 'node:stream/consumers'
import { AppError } from '../../shared/errors/appError'
import { assertNever } from '../../shared/lib/assertNever'
import { errorSentence, errorText } from '../../shared/i18n/errorText'
import { createTranslator, type Translator } from '../../shared/i18n/translator'
import { log } from '../../main/lib/log'
import { joinSystemNetwork } from '../../main/net/systemNetwork'
import { call } from './commands/call'
import { doctor } from './commands/doctor'
import { list } from './commands/list'
import { policyCheck } from './commands/policyCheck'
import { prompt } from './commands/prompt'
import { read } from './commands/read'
import { localeOf } from '../chooseLocale'
import { exitCodeOf, exitCodes, type ExitCode } from './exitCodes'
import { openCliHost, readNamedFile, type CliHost } from './openCliHost'
import { errorJson, processOutput, type Output } from './output'
import { escapeForTerminal, escapeLineForTerminal, quoteForTerminal } from './escapeForTerminal'
import { answerAll } from './questions/answerAll'
import type { Answerer } from './questions/answerer'
import { fileAnswers } from './questions/fileAnswers'
import { signInAtTerminal } from './questions/signInAtTerminal'
import { terminalAnswers, type Terminal } from './questions/terminalAnswers'
import { readCommand, type Command, type CommandLine } from './readCommand'
import { createInterface } from 'node:readline/promises'

/** Processes that still run after this time are ended by the next start. */
const ENDS_WITHIN_MS = 10_000

/** The commands that sign in. Other commands only report that a server requires it. */
const signsIn: ReadonlySet<Command['name']> = new Set(['call', 'read', 'prompt'])

type ServerCommand = Exclude<Command, { name: 'help' | 'policyCheck' }>

async function run(line: CommandLine, output: Output, signal: AbortSignal): Promise<ExitCode> {
  if (line.command.name === 'help') {
    const usage = output.translator.t('cli.usage')
    output.result({ usage }, () => usage)
    return exitCodes.done
  }
  if (line.command.name === 'policyCheck') return await policyCheck(line.command, output)
  const command = await withStdin(line.command)
  const answerer = answererFor(line.answers, signsIn.has(command.name), output.translator)
  joinSystemNetwork()
  await using host = await openCliHost(line, import.meta.dirname, (problem) =>
    output.say(escapeForTerminal(output.translator.message(problem))),
  )
  answerAll(host.client, answerer, output, signal)
  // Awaited here, so that the host lives as long as the command.
  return await runCommand(host, command, output, signal)
}

function runCommand(host: CliHost, command: ServerCommand, output: Output, signal: AbortSignal): Promise<ExitCode> {
  switch (command.name) {
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
    default:
      return assertNever(command)
  }
}

/** Replaces `-` with the text from stdin. */
async function withStdin(command: ServerCommand): Promise<ServerCommand> {
  return 'arguments' in command && command.arguments === '-' ? { ...command, arguments: await text(process.stdin) } : command
}

/** Answers from the file first, then from the person at the terminal. Without both, every question is refused. */
function answererFor(file: string | undefined, maySignIn: boolean, translator: Translator): Answerer {
  const terminal = openControllingTerminal()
  const sources = [
    ...(file === undefined ? [] : [fileAnswers(readNamedFile(file))]),
    ...(terminal ? [terminalAnswers(terminal, translator)] : []),
  ]
  return {
    async answer(question, signal) {
      for (const source of sources) {
        const answer = await source.answer(question, signal)
        if (answer) return answer
      }
      return undefined
    },
    signIn: terminal && maySignIn ? signInAtTerminal(terminal, translator) : undefined,
  }
}

function explain(thrown: unknown, output: Output): ExitCode {
  const error = AppError.from(thrown)
  const { said } = error
  const { hint } = errorText(output.translator, error)
  if (output.json) output.result({ error: errorJson(error.toData()) }, () => '')
  const own = [errorSentence(output.translator, error), hint].filter(Boolean).join('\n')
  output.say(escapeForTerminal(said ? `${own}\n${quoteForTerminal(said)}` : own))
  return exitCodeOf(error)
}

// Ends at once: the person asked twice, or waited too long.
function forceEnd(): never {
  process.exit(exitCodes.interrupted)
}

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (interrupted.signal.aborted) forceEnd()
    interrupted.abort(new AppError('CANCELLED', { reason: 'cli.interrupted' }))
    setTimeout(forceEnd, ENDS_WITHIN_MS).unref()
  })
}
process.on('unhandledRejection', (reason) => log('error', 'Unhandled rejection', { error: reason }))
// The reader of the output may close it.
process.stdout.on('error', () => process.exit(exitCodes.failed))

// `--json` and the language also apply to errors in the command line itself.
const args = process.argv.slice(2)
const output = processOutput(args.includes('--json'), await createTranslator(localeOf(args, process.env), escapeLineForTerminal))
let exitCode: ExitCode
try {
  exitCode = await run(readCommand(args), output, interrupted.signal)
} catch (thrown) {
  exitCode = explain(thrown, output)
}
await output.flushed()
process.exit(exitCode)

/** Returns the person's terminal, or undefined in a pipe or a job. Questions go to stderr, so that stdout contains only the result. */
function openControllingTerminal(): Terminal | undefined {
  const { stdin, stderr } = process
  if (!stdin.isTTY || !stderr.isTTY) return undefined
  return {
    print: (line) => void stderr.write(`${line}\n`),
    async ask(prompt, signal) {
      const lines = createInterface({ input: stdin, output: stderr })
      try {
        return await lines.question(prompt, { signal })
      } finally {
        lines.close()
      }
    },
  }
}
