import type { Question } from '../../../shared/domain/question'
import { t } from '../../i18n/t'
import { callHost } from '../../rpc/callHost'
import { openQuestion, useNavigation } from '../../state/navigation'
import { offerUndo } from '../../state/undoStore'
import { useAsyncAction } from '../../widgets/useAsyncAction'
import { noteAnswered, whileAnswering } from './questionDialogStore'

/** "Stop asking me": declines this question and all later questions of its server at once, until the person undoes it. */
export function useStopAsking({ id, asker: { serverId } }: Question) {
  const { busy, failed, run } = useAsyncAction()
  const stop = (): void =>
    run(async () => {
      await whileAnswering(id, async () => {
        await callHost('servers.setElicitation', { serverId, elicitation: 'off' })
        noteAnswered(id)
        if (useNavigation.getState().questionId === id) openQuestion(undefined)
      })
      offerUndo(t('questions.stoppedAsking', { server: serverId }), () => {
        // The server's page shows whether it worked.
        callHost('servers.setElicitation', { serverId, elicitation: 'ask' }).catch(() => undefined)
      })
    })
  return { stop, busy, failed }
}
