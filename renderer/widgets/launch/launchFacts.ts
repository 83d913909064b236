import type { ConfigValue } from '../../../shared/domain/configValue'
import type { Launch } from '../../../shared/domain/server'
import { t } from '../../i18n/t'
import { describeLaunch, quotedParts } from './describeLaunch'

/** One fact about a launch, such as "File" or the name of a variable, with its value. */
export interface LaunchFact {
  /** Tells it apart from the other facts of the launch. A variable may have the same name as another fact. */
  readonly key: string
  readonly name: string
  readonly text: string
  /** The parts to compare one by one. */
  readonly parts?: readonly string[]
}

type LaunchPart = 'command' | 'file' | 'folder' | 'url' | 'transport'

/** Pure: returns all facts about a launch, and the file that its command resolves to, if known. Secrets appear by name only. */
export function launchFacts(launch: Launch, file: string | undefined): readonly LaunchFact[] {
  const row = (fact: LaunchPart, text: string, parts?: readonly string[]): LaunchFact => ({
    key: `${launch.kind} ${fact}`,
    name: t(`questions.launch.${fact}`),
    text,
    ...(parts && { parts }),
  })
  const named = (values: Readonly<Record<string, ConfigValue>>): readonly LaunchFact[] =>
    Object.entries(values).map(([name, value]) => ({ key: `named ${launch.kind} ${name}`, name, text: describeValue(value) }))
  if (launch.kind === 'http') {
    const sse = launch.transport === 'sse' ? [row('transport', t('questions.launch.sseOnly'))] : []
    return [row('url', launch.url), ...sse, ...named(launch.headers)]
  }
  return [
    row('command', describeLaunch(launch), quotedParts(launch)),
    ...(file !== undefined ? [row('file', file)] : []),
    ...(launch.cwd !== undefined ? [row('folder', launch.cwd)] : []),
    ...named(launch.env),
  ]
}

function describeValue(value: ConfigValue): string {
  return typeof value === 'string' ? value : t('questions.launch.secret', { name: value.secret })
}
