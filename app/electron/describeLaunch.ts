import type { ConfigValue } from '../../shared/domain/configValue'
import type { Launch } from '../../shared/domain/server'
import type { Translator } from '../../shared/i18n/translator'

/** A longer text does not fit on a screen, and a person cannot agree to text that is not visible. */
const SHOWN_AT_MOST = 4_000
const LINES_AT_MOST = 60

export type LaunchText = { readonly whole: true; readonly text: string } | { readonly whole: false; readonly characters: number }

/**
 * Pure: describes the whole launch, and the file that its command runs, for a native dialog: one argument per line, and the names of
 * variables, headers and secrets without their values. Characters that hide or reorder others are replaced by their numbers, so that the
 * dialog cannot mislead.
 */
export function describeLaunch(launch: Launch, { t }: Translator, file?: string): LaunchText {
  const lines = launch.kind === 'stdio' ? stdioLines(launch, t, file) : httpLines(launch, t)
  const text = lines.join('\n')
  if (text.length > SHOWN_AT_MOST || lines.length > LINES_AT_MOST) return { whole: false, characters: text.length }
  return { whole: true, text }
}

function stdioLines(
  { command, args, env, cwd }: Extract<Launch, { kind: 'stdio' }>,
  t: Translator['t'],
  file: string | undefined,
): readonly string[] {
  const argument = (arg: string): string => `    ${arg === '' ? t('desktop.launch.emptyArgument') : visible(arg)}`
  return [
    t('desktop.launch.command', { command: visible(command) }),
    ...(file === undefined ? [] : [t('desktop.launch.file', { file: visible(file) })]),
    ...(args.length > 0 ? [t('desktop.launch.arguments'), ...args.map(argument)] : [t('desktop.launch.noArguments')]),
    ...names('desktop.launch.variables', env, t),
    cwd === undefined ? t('desktop.launch.ownFolder') : t('desktop.launch.folder', { folder: visible(cwd) }),
  ]
}

function httpLines({ url, headers }: Extract<Launch, { kind: 'http' }>, t: Translator['t']): readonly string[] {
  return [t('desktop.launch.address', { url: visible(url) }), ...names('desktop.launch.headers', headers, t)]
}

function names(
  id: 'desktop.launch.variables' | 'desktop.launch.headers',
  values: Readonly<Record<string, ConfigValue>>,
  t: Translator['t'],
): readonly string[] {
  const all = Object.entries(values).map(([name, value]) =>
    typeof value === 'string' ? visible(name) : t('desktop.launch.secret', { name: visible(name), secret: visible(value.secret) }),
  )
  return all.length > 0 ? [t(id, { names: all.join(', ') })] : []
}

/** Replaces control, format (zero-width, direction-changing), line-separating and unassigned characters by their numbers. */
export function visible(text: string): string {
  return text.replace(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (character) => `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  )
}
