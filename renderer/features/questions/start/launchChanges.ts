import type { ConfigValue } from '../../../../shared/domain/configValue'
import type { StartDetails } from '../../../../shared/domain/question'
import type { Launch } from '../../../../shared/domain/server'
import { t } from '../../../i18n/t'
import { diffLines, type DiffPiece } from '../../../ui/textDiff'
import { describeLaunch, quotedParts } from '../Asker'

/** One fact about a launch, such as "File" or the name of a variable, with its value. */
export interface LaunchFact {
  readonly name: string
  readonly text: string
}

/** A fact that has changed. */
export interface LaunchChange {
  readonly name: string
  readonly what: 'added' | 'changed' | 'removed'
  /** The differences. Each argument of a command is on its own line. */
  readonly pieces: readonly DiffPiece[]
}

export interface LaunchChanges {
  readonly changed: readonly LaunchChange[]
  readonly unchanged: readonly LaunchFact[]
}

type LaunchPart = 'command' | 'file' | 'folder' | 'url' | 'transport'

interface Row extends LaunchFact {
  readonly key: string
  /** The parts to compare one by one. */
  readonly parts?: readonly string[]
}

/** Pure: returns all facts about a launch, and the file that its command resolves to, if known. Secrets appear by name only. */
export function launchFacts(launch: Launch, file: string | undefined): readonly LaunchFact[] {
  return rowsOf(launch, file)
}

/** Pure: compares a launch with the accepted one. Returns undefined when none was accepted. */
export function launchChanges({ launch, previous, file, previousFile }: StartDetails): LaunchChanges | undefined {
  if (!previous && previousFile === undefined) return undefined
  const now = rowsOf(launch, file)
  const before = new Map(rowsOf(previous ?? launch, previousFile ?? file).map((row) => [row.key, row]))
  const gone = [...before.values()].filter(({ key }) => !now.some((row) => row.key === key))
  const isSame = (row: Row): boolean => before.get(row.key)?.text === row.text
  const changed = [
    ...now.filter((row) => !isSame(row)).map((row) => changeOf(before.get(row.key), row)),
    ...gone.map((row) => changeOf(row, undefined)),
  ]
  return { changed: changed.filter((change) => change !== undefined), unchanged: now.filter(isSame) }
}

function rowsOf(launch: Launch, file: string | undefined): readonly Row[] {
  const row = (fact: LaunchPart, text: string, parts?: readonly string[]): Row => ({
    key: `${launch.kind} ${fact}`,
    name: t(`questions.launch.${fact}`),
    text,
    ...(parts && { parts }),
  })
  // A variable may have the same name as another row.
  const named = (values: Readonly<Record<string, ConfigValue>>): readonly Row[] =>
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

function changeOf(was: Row | undefined, is: Row | undefined): LaunchChange | undefined {
  if (was?.parts && is?.parts)
    return { name: is.name, what: 'changed', pieces: inPairs(diffLines(was.parts.join('\n'), is.parts.join('\n'))) }
  const whole = (kind: DiffPiece['kind'], row: Row | undefined): readonly DiffPiece[] => (row ? [{ kind, text: row.text }] : [])
  const name = (is ?? was)?.name
  if (name === undefined) return undefined
  return {
    name,
    what: was && is ? 'changed' : is ? 'added' : 'removed',
    pieces: onLines([...whole('removed', was), ...whole('added', is)]),
  }
}

/** Puts each added line directly below the line that it replaces. */
function inPairs(pieces: readonly DiffPiece[]): readonly DiffPiece[] {
  const lines = pieces.flatMap(({ kind, text }) =>
    text
      .replace(/^\n/, '')
      .split('\n')
      .map((line): DiffPiece => ({ kind, text: line })),
  )
  const result: DiffPiece[] = []
  let removed: DiffPiece[] = []
  let added: DiffPiece[] = []
  const flush = (): void => {
    const pairs = Array.from({ length: Math.max(removed.length, added.length) }, (_, index) => [removed[index], added[index]])
    result.push(...pairs.flat().filter((piece) => piece !== undefined))
    removed = []
    added = []
  }
  for (const line of lines) {
    if (line.kind === 'same') {
      flush()
      result.push(line)
    } else (line.kind === 'removed' ? removed : added).push(line)
  }
  flush()
  return onLines(result)
}

function onLines(pieces: readonly DiffPiece[]): readonly DiffPiece[] {
  return pieces.map((piece, index) => (index === 0 ? piece : { ...piece, text: `\n${piece.text}` }))
}

function describeValue(value: ConfigValue): string {
  return typeof value === 'string' ? value : t('questions.launch.secret', { name: value.secret })
}
