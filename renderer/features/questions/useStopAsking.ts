import type { Question } from '../../../shared/domain/question'
import { t } from '../../messages/t'
import { callHost } from '../../rpc/callHost'
import { openQuestion, useNavigation } from '../../state/navigation'
import { offerUndo } from '../../state/undoStore'
import { useAttempt } from '../../widgets/useAttempt'
import { noteAnswered, whileAnswering } from './deferredQuestions'

/** "Stop asking me": this question and all that its server would ask from now on is declined at once, until the person undoes it. */
export function useStopAsking({ id, asker: { serverId } }: Question) {
  const { busy, failed, run } = useAttempt()
  const stop = (): void =>
    run(async () => {
      await whileAnswering(id, async () => {
        await callHost('servers.setElicitation', { serverId, elicitation: 'off' })
        noteAnswered(id)
        if (useNavigation.getState().questionId === id) openQuestion(undefined)
      })
      offerUndo(t('questions.stoppedAsking', { server: serverId }), () => {
        // Whether it worked shows on the server's page.
        callHost('servers.setElicitation', { serverId, elicitation: 'ask' }).catch(() => undefined)
      })
    })
  return { stop, busy, failed }
}
