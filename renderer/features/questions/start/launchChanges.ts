import type { StartDetails } from '../../../../shared/domain/question'
import { diffLines, type DiffPiece } from '../../../ui/textDiff'
import { launchFacts, type LaunchFact } from '../../../widgets/launch/launchFacts'

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

/** Pure: compares a launch with the accepted one. Returns undefined when none was accepted. */
export function launchChanges({ launch, previous, file, previousFile }: StartDetails): LaunchChanges | undefined {
  if (!previous && previousFile === undefined) return undefined
  const now = launchFacts(launch, file)
  const before = new Map(launchFacts(previous ?? launch, previousFile ?? file).map((row) => [row.key, row]))
  const gone = [...before.values()].filter(({ key }) => !now.some((row) => row.key === key))
  const isSame = (row: LaunchFact): boolean => before.get(row.key)?.text === row.text
  const changed = [
    ...now.filter((row) => !isSame(row)).map((row) => changeOf(before.get(row.key), row)),
    ...gone.map((row) => changeOf(row, undefined)),
  ]
  return { changed: changed.filter((change) => change !== undefined), unchanged: now.filter(isSame) }
}

function changeOf(was: LaunchFact | undefined, is: LaunchFact | undefined): LaunchChange | undefined {
  if (was?.parts && is?.parts)
    return { name: is.name, what: 'changed', pieces: inPairs(diffLines(was.parts.join('\n'), is.parts.join('\n'))) }
  const whole = (kind: DiffPiece['kind'], row: LaunchFact | undefined): readonly DiffPiece[] => (row ? [{ kind, text: row.text }] : [])
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
