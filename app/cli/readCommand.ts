import { parseArgs } from 'node:util'
import { AppError, type ErrorFact } from '../../shared/errors/appError'
import { readLanguageChoice, type LanguageChoice } from '../../shared/i18n/locale'
import { isParsedObject, type JsonObject } from '../../shared/lib/json'
import { protocolChoices, readProtocolChoice, type ProtocolChoice } from '../../shared/protocol/protocolChoice'

/** The command to run. */
export type Command =
  | { readonly name: 'help' }
  | { readonly name: 'list' }
  | { readonly name: 'call'; readonly server: string; readonly tool: string; readonly arguments: ArgumentText }
  | { readonly name: 'read'; readonly server: string; readonly uri: string }
  | { readonly name: 'prompt'; readonly server: string; readonly prompt: string; readonly arguments: ArgumentText }
  | { readonly name: 'doctor'; readonly server: string }
  | { readonly name: 'appCheck'; readonly server: string }
  /** A tool, prompt or resource without its server. It is refused, because several servers may offer it. */
  | { readonly name: 'bareName'; readonly command: 'call' | 'read' | 'prompt'; readonly what: string }
  /** Without a file, the computer's own policy is checked. */
  | { readonly name: 'policyCheck'; readonly file: string | undefined }
  | { readonly name: 'dataCheck' }
  | { readonly name: 'dataBackup'; readonly file: string; readonly force: boolean }

/** JSON as it was typed, or `-` for stdin. */
type ArgumentText = string

export interface CommandLine {
  readonly command: Command
  readonly json: boolean
  /** The language of Parley's texts. If undefined, the settings or the environment decide. */
  readonly lang: LanguageChoice | undefined
  readonly dataDir: string | undefined
  /** A file with `mcpServers` that replaces a data folder. */
  readonly config: string | undefined
  readonly answers: string | undefined
  /** A policy in addition to the computer's own. */
  readonly policy: string | undefined
  /** The versions of MCP to speak with every server. If undefined, each server's own choice. */
  readonly protocol: ProtocolChoice | undefined
}

/**
 * Pure: parses a command line.
 * @throws {AppError} INVALID_INPUT for unknown commands and options.
 */
export function readCommand(args: readonly string[]): CommandLine {
  const { values, positionals } = parse(args)
  if (values['data-dir'] !== undefined && values.config !== undefined) {
    throw wrong({ reason: 'cli.configAndDataDir' })
  }
  const [name, ...words] = positionals
  const command: Command = values.help || name === undefined ? { name: 'help' } : commandOf(name, words, values.force ?? false)
  return {
    command,
    json: values.json ?? false,
    lang: languageOf(values.lang),
    dataDir: values['data-dir'],
    config: values.config,
    answers: values.answers,
    policy: values.policy,
    protocol: protocolOf(values.protocol),
  }
}

/**
 * Pure: parses the arguments of a tool or prompt.
 * @throws {AppError} INVALID_INPUT when the text is not a JSON object.
 */
export function parseJsonArguments(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text)
    if (isParsedObject(value)) return value
  } catch (thrown) {
    throw wrong({ reason: 'cli.argumentsNotJson' }, thrown)
  }
  throw wrong({ reason: 'cli.argumentsNotObject' })
}

function commandOf(name: string, words: readonly string[], force: boolean): Command {
  const [server, what, args = '{}'] = words
  const takes = (least: number, most: number): void => {
    if (words.length < least || words.length > most)
      throw wrong({
        reason: least === most ? 'cli.wordCount' : 'cli.wordRange',
        params: { command: name, least, most, count: words.length },
      })
  }
  switch (name) {
    case 'help':
      return { name }
    case 'list':
      takes(0, 0)
      return { name }
    case 'call':
      if (isBare(words)) return { name: 'bareName', command: name, what: server ?? '' }
      takes(2, 3)
      return { name, server: server ?? '', tool: what ?? '', arguments: args }
    case 'read':
      if (isBare(words)) return { name: 'bareName', command: name, what: server ?? '' }
      takes(2, 2)
      return { name, server: server ?? '', uri: what ?? '' }
    case 'prompt':
      if (isBare(words)) return { name: 'bareName', command: name, what: server ?? '' }
      takes(2, 3)
      return { name, server: server ?? '', prompt: what ?? '', arguments: args }
    case 'doctor':
      takes(1, 1)
      return { name, server: server ?? '' }
    case 'app':
      if (server !== 'check') throw wrong({ reason: 'cli.unknownCommand', params: { command: `app ${words.join(' ')}`.trim() } })
      takes(2, 2)
      return { name: 'appCheck', server: what ?? '' }
    case 'policy':
      takes(1, 2)
      if (server !== 'check') throw wrong({ reason: 'cli.unknownCommand', params: { command: `policy ${server}` } })
      return { name: 'policyCheck', file: what }
    case 'data':
      takes(1, 2)
      if (server === 'check' && what === undefined) return { name: 'dataCheck' }
      if (server === 'backup' && what !== undefined) return { name: 'dataBackup', file: what, force }
      throw wrong({ reason: 'cli.unknownCommand', params: { command: `data ${words.join(' ')}` } })
    default:
      throw wrong({ reason: 'cli.unknownCommand', params: { command: name } })
  }
}

/** Whether the words behind a command are one name, with or without arguments. No tool, prompt or address begins as a JSON object does. */
function isBare(words: readonly string[]): boolean {
  const [, args = '{}'] = words
  return (words.length === 1 || words.length === 2) && (args === '-' || args.trimStart().startsWith('{'))
}

function languageOf(text: string | undefined): LanguageChoice | undefined {
  const choice = readLanguageChoice(text)
  // The pseudo-language is for tests of the window, and is no language that anybody asks for.
  if (text !== undefined && (choice === undefined || choice === 'pseudo'))
    throw wrong({ reason: 'cli.unknownLanguage', params: { language: text } })
  return choice
}

function protocolOf(text: string | undefined): ProtocolChoice | undefined {
  const choice = readProtocolChoice(text)
  if (text !== undefined && choice === undefined)
    throw wrong({ reason: 'cli.unknownProtocol', params: { protocol: text, values: protocolChoices } })
  return choice
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        help: { type: 'boolean' },
        force: { type: 'boolean' },
        lang: { type: 'string' },
        'data-dir': { type: 'string' },
        config: { type: 'string' },
        answers: { type: 'string' },
        policy: { type: 'string' },
        protocol: { type: 'string' },
      },
    })
  } catch (thrown) {
    throw wrong({ reason: 'cli.wrongUse' }, thrown)
  }
}

/** @param cause Node's error, in English. */
function wrong(what: ErrorFact, cause?: unknown): AppError {
  return new AppError('INVALID_INPUT', what, { cause, ...(cause instanceof Error && { said: cause.message }) })
}
