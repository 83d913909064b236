import { Globe, Lock, SquareArrowOutUpRight, type LucideIcon } from 'lucide-react'
import type { DataFlowFinding, DataFlowSource } from '../../../../shared/domain/dataFlow'
import { serversIn, describeSource } from '../../../../shared/domain/describeDataFlow'
import { Chip } from '../../../ui/Chip'
import { classNames } from '../../../ui/classNames'
import { Notice } from '../../../ui/Notice'
import { QuestionRow } from '../../../widgets/QuestionRow'
import { SafeText } from '../../../ui/SafeText'
import { Tile } from '../../../ui/Tile'
import { formatCount } from '../../../ui/format/relativeTime'

/** As many servers of one kind stand in a card. */
const MOST_SERVERS = 3

/** That private data, text from outside and a way out meet in this call, and which data came from where. */
export function DataFlowRows({ dataFlow }: { readonly dataFlow: DataFlowFinding }) {
  const { privateData, outsideText, wayOut } = dataFlow
  const guessed = wayOut.guessed || [...privateData, ...outsideText].some((source) => source.guessed)
  return (
    <QuestionRow>
      <div className="grid gap-2.5">
        <Notice look="danger" title={<span className="block">This call could send private data to a stranger.</span>}>
          Private data, text from outside and a way out meet in this conversation, so Parley asks whatever your rules say.
        </Notice>
        <ul aria-label="What meets in this call" className="grid gap-2 medium:grid-cols-3">
          <Card icon={Lock} caption="Private data" sources={privateData} />
          <Card icon={Globe} caption="Text from outside" sources={outsideText} />
          <li className="grid content-start gap-1.5 rounded-3 border border-danger-line px-3 py-2.5">
            <Caption icon={SquareArrowOutUpRight} caption="Way out" />
            <From name={wayOut.serverId} words="This call" guess={wayOut.guessed ? wayOut.because : undefined} />
          </li>
        </ul>
        {guessed && (
          <p className="text-12 text-text-3">
            What a server touches is partly a guess of Parley’s. You can say what it touches on the server’s page, under About.
          </p>
        )}
      </div>
    </QuestionRow>
  )
}

interface CardProps {
  readonly icon: LucideIcon
  readonly caption: string
  readonly sources: readonly DataFlowSource[]
}

/** One kind of data, by the servers that it came from: of each the last, and how many more. */
function Card({ icon, caption, sources }: CardProps) {
  const servers = serversIn(sources)
  const shown = servers.slice(0, MOST_SERVERS)
  return (
    <li className="grid content-start gap-1.5 rounded-3 border border-line px-3 py-2.5">
      <Caption icon={icon} caption={caption} />
      {shown.map((serverId) => {
        const own = sources.filter((source) => source.serverId === serverId)
        const last = own.at(-1)
        const more = own.length > 1 ? ` and ${own.length - 1} more` : ''
        return (
          last && (
            <From key={serverId} name={serverId} words={`${describeSource(last)}${more}`} guess={last.guessed ? last.because : undefined} />
          )
        )
      })}
      {servers.length > shown.length && (
        <p className="text-12 text-text-2">and {formatCount(servers.length - shown.length, 'more server')}</p>
      )}
    </li>
  )
}

function Caption({ icon: Icon, caption }: Pick<CardProps, 'icon' | 'caption'>) {
  return (
    <p className="flex items-center gap-1.5 text-12 text-text-2">
      <Icon size={13} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      {caption}
    </p>
  )
}

/** A server, what came through it, and why Parley thinks so where nobody has said it. */
function From({ name, words, guess }: { readonly name: string; readonly words: string; readonly guess: string | undefined }) {
  return (
    <div className={classNames('grid min-w-0 gap-1', guess !== undefined && 'pb-0.5')}>
      <p className="flex min-w-0 items-center gap-2 font-label">
        <Tile name={name} size={20} />
        <span className="breakable min-w-0">{name}</span>
      </p>
      <p className="breakable text-12 text-text-2">
        <SafeText text={words} />
      </p>
      {guess !== undefined && (
        <div className="text-12 text-text-3">
          <Chip size="small">A guess</Chip> <SafeText text={guess} />
        </div>
      )}
    </div>
  )
}
