import type { EndedQuestion } from '../../../shared/domain/question'
import { EmptyState } from '../../ui/EmptyState'
import { SafeText } from '../../ui/SafeText'
import { StateMark } from '../../ui/StateMark'
import { Tile } from '../../ui/Tile'
import { clockWords } from '../../ui/words'
import { endShape, endWords } from './endWords'
import { askedWords } from './questionWords'

/** How the last questions ended, each with its reason. */
export function EndedList({ ended }: { readonly ended: readonly EndedQuestion[] }) {
  if (ended.length === 0)
    return <EmptyState title="Nothing has ended yet" text="Answered, withdrawn and expired questions are listed here." />
  return (
    <ul className="overflow-hidden rounded-3 border border-line bg-raised">
      {ended.map((end) => (
        <li
          key={end.id}
          className="flex min-h-[2.125rem] flex-wrap items-center gap-x-3 border-line px-4 py-1.5 text-text-2 not-first:border-t"
        >
          <StateMark shape={endShape(end)} />
          <Tile name={end.asker.serverId} size={16} />
          <span className="breakable grow max-medium:basis-52">
            <b className="font-label">{end.asker.serverId}</b> {askedWords[end.kind]}
          </span>
          <span className="breakable text-12">
            <SafeText text={endWords(end)} />
          </span>
          <span className="num w-10 text-right text-12">{clockWords(end.at)}</span>
        </li>
      ))}
    </ul>
  )
}
