import type { EndedQuestion } from '../../../../shared/domain/question'
import { Text } from '../../../i18n/Text'
import { t } from '../../../i18n/t'
import { useTopic } from '../../../rpc/useTopic'
import { EmptyState } from '../../../ui/EmptyState'
import { SafeName } from '../../../ui/SafeName'
import { SafeText } from '../../../ui/SafeText'
import { StatusIcon } from '../../../ui/StatusIcon'
import { Tile } from '../../../ui/Tile'
import { useNow } from '../../../ui/hooks/useNow'
import { formatClock, formatWhen } from '../../../ui/format/formatTime'
import { questionEndShape, describeQuestionEnd } from '../../../widgets/describeQuestionEnd'
import { askedText } from '../describeQuestion'

/** Says how the latest questions ended, each with its reason. */
export function EndedQuestionList({ ended }: { readonly ended: readonly EndedQuestion[] }) {
  const now = useNow(true, 60_000)
  if (ended.length === 0) return <EmptyState title={t('inbox.nothingEnded')} text={t('inbox.nothingEnded.text')} />
  return (
    <ul className="overflow-hidden rounded-3 border border-line bg-raised">
      {ended.map((end) => (
        <EndedLine key={end.id} end={end} now={now} />
      ))}
    </ul>
  )
}

function EndedLine({ end, now }: { readonly end: EndedQuestion; readonly now: number }) {
  const { asker } = end
  const conversation = useTopic('chat.conversations', (list) => list.find(({ id }) => id === asker.conversationId)?.title)
  return (
    <li className="flex min-h-[2.125rem] items-center gap-3 border-line px-4 py-1.5 text-text-2 not-first:border-t">
      <StatusIcon shape={questionEndShape(end)} />
      <Tile name={asker.serverId} size={16} />
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-3">
        <span className="breakable grow basis-52">
          <Asked end={end} />
          {conversation !== undefined && (
            <span className="text-12 text-text-3">
              {' '}
              <Text id="questions.in" components={{ name: <span translate="no">{conversation}</span> }} />
            </span>
          )}
        </span>
        <span className="breakable text-12">
          <SafeText own text={describeQuestionEnd(end)} />
        </span>
      </div>
      <span className="num shrink-0 text-end text-12">{dayAndTime(end.at, now)}</span>
    </li>
  )
}

function Asked({ end: { asker, kind, tool } }: { readonly end: EndedQuestion }) {
  const server = (
    <b translate="no" className="font-label">
      {asker.serverId}
    </b>
  )
  if (tool === undefined) return <Text id={askedText(kind)} components={{ server }} />
  const name = (
    <code className="mono">
      <SafeName name={tool} />
    </code>
  )
  return <Text id="questions.asked.toolOf" components={{ server, tool: name }} />
}

/** For today, shows the time alone. */
function dayAndTime(at: number, now: number): string {
  return new Date(at).toDateString() === new Date(now).toDateString() ? formatClock(at) : formatWhen(at, now)
}
