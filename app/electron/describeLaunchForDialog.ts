import { sentIdentity, sentMessages } from '../../shared/domain/launch/sentIdentity'
import type { Launch } from '../../shared/domain/server'
import type { ServerAuth } from '../../shared/domain/serverAuth'
import type { Translator } from '../../shared/i18n/translator'
import { variableAffectsExecution } from '../../shared/domain/launch/variableAffectsExecution'
import { spellOutHidden } from '../../shared/lib/unsafeCharacters'
import { maskValue } from '../../shared/secrets/maskValue'

/** A longer text does not fit on a screen, and a person cannot agree to text that is not visible. */
const SHOWN_AT_MOST = 4_000
const LINES_AT_MOST = 60

export type LaunchText = { readonly whole: true; readonly text: string } | { readonly whole: false; readonly characters: number }

/** A longer value is cut, unless it can change what runs. */
const VALUE_AT_MOST = 200

export interface LaunchContext {
  /** The file that its command runs. */
  readonly file?: string | undefined
  /** How Parley signs in there. */
  readonly auth?: ServerAuth | undefined
}

/**
 * Pure: describes the whole launch, the file that its command runs, and what is sent to sign in, for a native dialog: one argument per line,
 * and variables and headers with their values as far as they fit, those first that can change what runs: of these none is left out. What
 * looks like a secret is hidden. Characters that hide or reorder others are replaced by their numbers, so that the dialog cannot mislead.
 */
export function describeLaunchForDialog(launch: Launch, { t }: Translator, { file, auth }: LaunchContext = {}): LaunchText {
  const lines =
    launch.kind === 'stdio'
      ? stdioLines(launch, t, file)
      : [t('desktop.launch.address', { url: spellOutHidden(launch.url) }), ...sentLines(auth, t)]
  const title = t(launch.kind === 'stdio' ? 'desktop.launch.variables' : 'desktop.launch.headers')
  const values = valueLines(launch, t)
  const required = values.filter(({ steers }) => steers).map(({ line }) => line)
  const whole = [...lines, ...(values.length > 0 ? [title] : []), ...required]
  if (!fits([...whole, t('desktop.launch.more', { count: values.length })])) return { whole: false, characters: whole.join('\n').length }
  const others = values.filter(({ steers }) => !steers).map(({ line }) => line)
  let shown = 0
  while (shown < others.length && fits([...whole, ...others.slice(0, shown + 1), t('desktop.launch.more', { count: others.length })]))
    shown++
  const more = others.length > shown ? [t('desktop.launch.more', { count: others.length - shown })] : []
  return { whole: true, text: [...whole, ...others.slice(0, shown), ...more].join('\n') }
}

function sentLines(auth: ServerAuth | undefined, t: Translator['t']): readonly string[] {
  const sent = sentIdentity(auth)
  return sent ? sentMessages(sent, spellOutHidden).map(({ id, params }) => t(id, params)) : []
}

function fits(lines: readonly string[]): boolean {
  return lines.length <= LINES_AT_MOST && lines.join('\n').length <= SHOWN_AT_MOST
}

interface ValueLine {
  readonly line: string
  /** Whether it can change what runs. */
  readonly steers: boolean
}

function valueLines(launch: Launch, t: Translator['t']): readonly ValueLine[] {
  const isCommand = launch.kind === 'stdio'
  return Object.entries(isCommand ? launch.env : launch.headers).map(([name, value]): ValueLine => {
    const steers = isCommand && variableAffectsExecution(name)
    if (typeof value !== 'string') {
      return { line: `    ${t('desktop.launch.secret', { name: spellOutHidden(name), secret: spellOutHidden(value.secret) })}`, steers }
    }
    const text = maskValue(name, value)
    const cut = !steers && text.length > VALUE_AT_MOST ? `${text.slice(0, VALUE_AT_MOST)}…` : text
    return { line: `    ${spellOutHidden(name)}=${spellOutHidden(cut)}`, steers }
  })
}

function stdioLines(
  { command, args, cwd }: Extract<Launch, { kind: 'stdio' }>,
  t: Translator['t'],
  file: string | undefined,
): readonly string[] {
  const argument = (arg: string): string => `    ${arg === '' ? t('desktop.launch.emptyArgument') : spellOutHidden(arg)}`
  return [
    t('desktop.launch.command', { command: spellOutHidden(command) }),
    ...(file === undefined ? [] : [t('desktop.launch.file', { file: spellOutHidden(file) })]),
    ...(args.length > 0 ? [t('desktop.launch.arguments'), ...args.map(argument)] : [t('desktop.launch.noArguments')]),
    cwd === undefined ? t('desktop.launch.ownFolder') : t('desktop.launch.folder', { folder: spellOutHidden(cwd) }),
  ]
}
