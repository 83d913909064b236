import { Square } from 'lucide-react'
import type { Question } from '../../../shared/domain/question'
import { t } from '../../i18n/t'
import { useHostMutation } from '../../rpc/useHostQuery'
import { useTopic } from '../../rpc/useTopic'
import { Button } from '../../ui/Button'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { LabelledRow } from '../../widgets/LabelledRow'
import { countTooOften } from './serverAsksTooOften'

/** From the third question of a server, or the third call that its apps want, within a minute on: offers to stop the server without an answer. */
export function StopServerRow({ question }: { readonly question: Question }) {
  const often = useTopic('questions', (questions) => countTooOften(questions, question))
  const stop = useHostMutation('servers.stop')
  const { serverId } = question.asker
  if (often === undefined) return null
  return (
    <LabelledRow>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-0 grow basis-60 text-12 text-text-2">
          {t(`questions.tooOften.${often.what}`, { count: often.count, server: serverId })}
        </p>
        <Button size="small" busy={stop.isPending} onClick={() => stop.mutate({ serverId })}>
          <Square size={11} strokeWidth={1.75} aria-hidden="true" />
          {t('questions.stopServer')}
        </Button>
      </div>
      {stop.error && <ErrorNotice error={stop.error} role="alert" />}
    </LabelledRow>
  )
}
