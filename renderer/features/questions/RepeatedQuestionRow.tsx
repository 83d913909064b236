import { ServerText } from '../../i18n/ServerText'
import { Square } from 'lucide-react'
import type { Question } from '../../../shared/domain/question'
import { t } from '../../i18n/t'
import { useHostMutation } from '../../rpc/useHostQuery'
import { Button } from '../../ui/Button'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { LabelledRow } from '../../widgets/LabelledRow'

/** From the second question of the same call on: says which one it is, and offers to stop the call without an answer. */
export function RepeatedQuestionRow({ question }: { readonly question: Question }) {
  const stop = useHostMutation('chat.stopCall')
  const { serverId, callIds, round } = question.asker
  const [callId] = callIds
  if (round === undefined || callId === undefined) return null
  return (
    <LabelledRow>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-0 grow basis-60 text-12 text-text-2">
          <ServerText id="questions.asksAgain" server={serverId} values={{ round }} />
        </p>
        <Button size="small" busy={stop.isPending} onClick={() => stop.mutate({ callId })}>
          <Square size={11} strokeWidth={1.75} aria-hidden="true" />
          {t('questions.stopCall')}
        </Button>
      </div>
      {stop.error && <ErrorNotice error={stop.error} role="alert" />}
    </LabelledRow>
  )
}
