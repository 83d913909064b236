import { Globe, Lock, SquareArrowOutUpRight, type LucideIcon } from 'lucide-react'
import type { DataFlowFinding, DataFlowSource } from '../../../../shared/domain/dataFlow'
import { describeAppWayOut, serversIn, describeSource } from '../../../../shared/domain/describeDataFlow'
import type { Message, MessageId } from '../../../../shared/i18n/message'
import { t } from '../../../i18n/t'
import { MessageText } from '../../../i18n/MessageText'
import { Chip } from '../../../ui/Chip'
import { classNames } from '../../../ui/classNames'
import { Notice } from '../../../ui/Notice'
import { LabelledRow } from '../../../widgets/LabelledRow'
import { LetterTile } from '../../../ui/LetterTile'

/** The largest number of servers of one kind on a card. */
const MOST_SERVERS = 3

/** Says that private data, text from outside and a way out come together in this call, and where the data came from. */
export function DataFlowRows({ dataFlow }: { readonly dataFlow: DataFlowFinding }) {
  const { privateData, outsideText, wayOut } = dataFlow
  const guessed = wayOut.guessed || [...privateData, ...outsideText].some((source) => source.guessed)
  return (
    <LabelledRow>
      <div className="grid gap-2.5">
        <Notice look="danger" title={<span className="block">{t('dataFlow.couldSend')}</span>}>
          {t('dataFlow.meet')}
        </Notice>
        <ul aria-label={t('dataFlow.list')} className="grid gap-2 medium:grid-cols-3">
          <Card icon={Lock} caption="dataFlow.privateData" sources={privateData} />
          <Card icon={Globe} caption="dataFlow.outsideText" sources={outsideText} />
          <li className="grid content-start gap-1.5 rounded-3 border border-danger-line px-3 py-2.5">
            <Caption icon={SquareArrowOutUpRight} caption="dataFlow.wayOut" />
            <From name={wayOut.serverId} source={{ id: 'dataFlow.thisCall' }} guess={wayOut.guessed ? wayOut.because : undefined} />
            {wayOut.app && (
              <p className="breakable text-12 text-text-2">
                <MessageText message={describeAppWayOut(wayOut.serverId, wayOut.app)} />
              </p>
            )}
          </li>
        </ul>
        {guessed && <p className="text-12 text-text-3">{t('dataFlow.guessed')}</p>}
      </div>
    </LabelledRow>
  )
}

interface CardProps {
  readonly icon: LucideIcon
  readonly caption: MessageId
  readonly sources: readonly DataFlowSource[]
}

/** One kind of data, by the servers that it came from. For each server, it shows the last source and how many more there are. */
function Card({ icon, caption, sources }: CardProps) {
  const servers = serversIn(sources)
  const shown = servers.slice(0, MOST_SERVERS)
  return (
    <li className="grid content-start gap-1.5 rounded-3 border border-line px-3 py-2.5">
      <Caption icon={icon} caption={caption} />
      {shown.map((serverId) => {
        const own = sources.filter((source) => source.serverId === serverId)
        const last = own.at(-1)
        const guess = last?.guessed ? last.because : undefined
        return last && <From key={serverId} name={serverId} source={describeSources(last, own.length - 1)} guess={guess} />
      })}
      {servers.length > shown.length && (
        <p className="text-12 text-text-2">{t('dataFlow.moreServers', { count: servers.length - shown.length })}</p>
      )}
    </li>
  )
}

function describeSources(last: DataFlowSource, more: number): Message {
  const source = describeSource(last)
  return more > 0 ? { id: 'dataFlow.source.andMore', params: { source, count: more } } : source
}

function Caption({ icon: Icon, caption }: Pick<CardProps, 'icon' | 'caption'>) {
  return (
    <p className="flex items-center gap-1.5 text-12 text-text-2">
      <Icon size={13} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      {t(caption)}
    </p>
  )
}

/** A server, the data that came from it, and the reason for Parley's guess when nobody has marked the server. */
function From({ name, source, guess }: { readonly name: string; readonly source: Message; readonly guess: Message | undefined }) {
  return (
    <div className={classNames('grid min-w-0 gap-1', guess !== undefined && 'pb-0.5')}>
      <p className="flex min-w-0 items-center gap-2 font-label">
        <LetterTile name={name} size={20} />
        <span translate="no" className="breakable min-w-0">
          {name}
        </span>
      </p>
      <p className="breakable text-12 text-text-2">
        <MessageText message={source} />
      </p>
      {guess !== undefined && (
        <div className="text-12 text-text-3">
          <Chip size="small">{t('dataFlow.aGuess')}</Chip> <MessageText message={guess} />
        </div>
      )}
    </div>
  )
}
