import { useState } from 'react'
import type { EndedQuestion } from '../../../../shared/domain/question'
import { t } from '../../../i18n/t'
import { Button } from '../../../ui/Button'
import { EmptyState } from '../../../ui/EmptyState'
import { SafeText } from '../../../ui/SafeText'
import { StatusIcon } from '../../../ui/StatusIcon'
import { LetterTile } from '../../../ui/LetterTile'
import { useNow } from '../../../ui/hooks/useNow'
import { formatClock, formatWhen } from '../../../ui/format/formatTime'
import { questionEndShape, describeQuestionEnd } from '../../../widgets/describeQuestionEnd'
import { ArgumentSummary } from './ArgumentSummary'
import { ConversationOfQuestion } from './ConversationOfQuestion'
import { Asked, EndedQuestionDialog } from './EndedQuestionDialog'

/** Says how the latest questions ended, each with its reason. Each opens, and shows what was asked and answered. */
export function EndedQuestionList({ ended }: { readonly ended: readonly EndedQuestion[] }) {
  const now = useNow(true, 60_000)
  const [opened, setOpened] = useState<EndedQuestion>()
  if (ended.length === 0) return <EmptyState title={t('inbox.nothingEnded')} text={t('inbox.nothingEnded.text')} />
  return (
    <>
      <ul className="overflow-hidden rounded-3 border border-line bg-raised">
        {ended.map((end) => (
          <EndedLine key={end.id} end={end} now={now} onOpen={() => setOpened(end)} />
        ))}
      </ul>
      {opened && <EndedQuestionDialog end={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

interface EndedLineProps {
  readonly end: EndedQuestion
  readonly now: number
  readonly onOpen: () => void
}

function EndedLine({ end, now, onOpen }: EndedLineProps) {
  return (
    <li className="flex min-h-[2.125rem] items-center gap-3 border-line px-4 py-1.5 text-text-2 not-first:border-t">
      <StatusIcon shape={questionEndShape(end)} />
      <LetterTile name={end.asker.serverId} size={16} />
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-3">
        <span className="breakable grow basis-52">
          <Asked end={end} />
          <ConversationOfQuestion asker={end.asker} />
          <ArgumentSummary about={end.about} />
        </span>
        <span className="breakable text-12">
          <SafeText own text={describeQuestionEnd(end)} />
        </span>
      </div>
      <span className="num shrink-0 text-end text-12">{dayAndTime(end.at, now)}</span>
      <Button size="small" look="bare" data-list-item onClick={onOpen}>
        {t('inbox.record.open')}
      </Button>
    </li>
  )
}

/** For today, shows the time alone. */
function dayAndTime(at: number, now: number): string {
  return new Date(at).toDateString() === new Date(now).toDateString() ? formatClock(at) : formatWhen(at, now)
}
