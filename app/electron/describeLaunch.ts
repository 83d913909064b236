import type { ConfigValue } from '../../shared/domain/configValue'
import type { Launch } from '../../shared/domain/server'

/** More than this does not fit on a screen, and what is not seen whole is not agreed to. */
const SHOWN_AT_MOST = 4_000
const LINES_AT_MOST = 60

export type LaunchText = { readonly whole: true; readonly text: string } | { readonly whole: false; readonly characters: number }

/**
 * Pure. The whole of what would be kept, and the file that its command means, for a native dialog: one argument a line, names of variables, headers and secrets without their values.
 * Characters that hide or reorder others are written out, so that the dialog cannot lie.
 */
export function describeLaunch(launch: Launch, file?: string): LaunchText {
  const lines = launch.kind === 'stdio' ? stdioLines(launch, file) : httpLines(launch)
  const text = lines.join('\n')
  if (text.length > SHOWN_AT_MOST || lines.length > LINES_AT_MOST) return { whole: false, characters: text.length }
  return { whole: true, text }
}

function stdioLines({ command, args, env, cwd }: Extract<Launch, { kind: 'stdio' }>, file: string | undefined): readonly string[] {
  return [
    `Command: ${visible(command)}`,
    ...(file === undefined ? [] : [`File: ${visible(file)}`]),
    ...(args.length > 0 ? ['Arguments:', ...args.map((arg) => `    ${arg === '' ? '(empty)' : visible(arg)}`)] : ['No arguments']),
    ...names('Variables', env),
    `Folder: ${cwd === undefined ? 'as Parley' : visible(cwd)}`,
  ]
}

function httpLines({ url, headers }: Extract<Launch, { kind: 'http' }>): readonly string[] {
  return [`Address: ${visible(url)}`, ...names('Headers', headers)]
}

function names(what: string, values: Readonly<Record<string, ConfigValue>>): readonly string[] {
  const all = Object.entries(values).map(([name, value]) =>
    typeof value === 'string' ? visible(name) : `${visible(name)} (the secret ${visible(value.secret)})`,
  )
  return all.length > 0 ? [`${what}: ${all.join(', ')}`] : []
}

/** Control, format (zero-width, direction-changing), line-separating and unassigned characters as their numbers. */
export function visible(text: string): string {
  return text.replace(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (character) => `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  )
}
