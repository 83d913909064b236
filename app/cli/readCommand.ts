import { parseArgs } from 'node:util'
import { AppError } from '../../shared/errors/appError'
import { readLanguageChoice, type LanguageChoice } from '../../shared/messages/locale'
import { isParsedObject, type JsonObject } from '../../shared/lib/json'

/** What is to be done. */
export type Command =
  | { readonly name: 'help' }
  | { readonly name: 'list' }
  | { readonly name: 'call'; readonly server: string; readonly tool: string; readonly arguments: ArgumentText }
  | { readonly name: 'read'; readonly server: string; readonly uri: string }
  | { readonly name: 'prompt'; readonly server: string; readonly prompt: string; readonly arguments: ArgumentText }
  | { readonly name: 'doctor'; readonly server: string }
  /** Without a file: the computer's own policy. */
  | { readonly name: 'policyCheck'; readonly file: string | undefined }

/** JSON as it was typed, or `-` for what comes on stdin. */
type ArgumentText = string

export interface CommandLine {
  readonly command: Command
  readonly json: boolean
  /** The language of what Parley says. Undefined: whatever the settings or the environment say. */
  readonly lang: LanguageChoice | undefined
  readonly dataDir: string | undefined
  /** A file with `mcpServers` that is used instead of a data folder. */
  readonly config: string | undefined
  readonly answers: string | undefined
  /** A policy beside the computer's own. */
  readonly policy: string | undefined
}

/** Pure: what a command line says. @throws {AppError} INVALID_INPUT for anything that it does not know. */
export function readCommand(args: readonly string[]): CommandLine {
  const { values, positionals } = parse(args)
  if (values['data-dir'] !== undefined && values.config !== undefined) {
    throw wrong('--config and --data-dir do not go together', 'Give one of both.')
  }
  const [name, ...words] = positionals
  const command: Command = values.help || name === undefined ? { name: 'help' } : commandOf(name, words)
  return {
    command,
    json: values.json ?? false,
    lang: languageOf(values.lang),
    dataDir: values['data-dir'],
    config: values.config,
    answers: values.answers,
    policy: values.policy,
  }
}

/** Pure: the arguments of a tool or prompt. @throws {AppError} INVALID_INPUT when it is no JSON object. */
export function readArguments(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text)
    if (isParsedObject(value)) return value
  } catch (thrown) {
    throw wrong(
      `The arguments are not JSON: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
      'Put them in single quotes: \'{"a": 1}\'.',
    )
  }
  throw wrong('The arguments are not a JSON object', 'They begin with { and end with }.')
}

function commandOf(name: string, words: readonly string[]): Command {
  const [server, what, args = '{}'] = words
  const takes = (least: number, most: number): void => {
    if (words.length < least || words.length > most)
      throw wrong(`“parley ${name}” takes ${least === most ? least : `${least} to ${most}`} words behind it, not ${words.length}`)
  }
  switch (name) {
    case 'help':
      return { name }
    case 'list':
      takes(0, 0)
      return { name }
    case 'call':
      takes(2, 3)
      return { name, server: server ?? '', tool: what ?? '', arguments: args }
    case 'read':
      takes(2, 2)
      return { name, server: server ?? '', uri: what ?? '' }
    case 'prompt':
      takes(2, 3)
      return { name, server: server ?? '', prompt: what ?? '', arguments: args }
    case 'doctor':
      takes(1, 1)
      return { name, server: server ?? '' }
    case 'policy':
      takes(1, 2)
      if (server !== 'check') throw wrong(`There is no command “policy ${server}”`)
      return { name: 'policyCheck', file: what }
    default:
      throw wrong(`There is no command “${name}”`)
  }
}

function languageOf(text: string | undefined): LanguageChoice | undefined {
  const choice = readLanguageChoice(text)
  if (text !== undefined && choice === undefined) throw wrong(`Parley does not speak “${text}”`, 'It is en, de or system.')
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
        lang: { type: 'string' },
        'data-dir': { type: 'string' },
        config: { type: 'string' },
        answers: { type: 'string' },
        policy: { type: 'string' },
      },
    })
  } catch (thrown) {
    throw wrong(thrown instanceof Error ? thrown.message : String(thrown))
  }
}

function wrong(message: string, hint = '“parley help” shows what there is.'): AppError {
  return new AppError('INVALID_INPUT', message, { hint })
}
