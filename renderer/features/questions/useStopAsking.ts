import type { Question } from '../../../shared/domain/question'
import type { ServerId } from '../../../shared/domain/ids'
import { t } from '../../i18n/t'
import { callHost } from '../../rpc/callHost'
import { openQuestion, useNavigation } from '../../state/navigation'
import { offerUndo } from '../../state/undoStore'
import { useAsyncAction } from '../../widgets/useAsyncAction'
import { noteAnswered, whileAnswering } from './questionDialogStore'

/**
 * "Stop asking me": declines this question and all later questions of its server at once, until the person undoes it. For a request to use the
 * model, these are the requests to use the model; else they are forms and pages.
 */
export function useStopAsking({ id, details, asker: { serverId } }: Question) {
  const { busy, failed, run } = useAsyncAction()
  const isSampling = details.kind === 'sampling'
  const stop = (): void =>
    run(async () => {
      await whileAnswering(id, async () => {
        await setAsking(isSampling, serverId, 'off')
        noteAnswered(id)
        if (useNavigation.getState().questionId === id) openQuestion(undefined)
      })
      offerUndo(t(isSampling ? 'questions.stoppedSampling' : 'questions.stoppedAsking', { server: serverId }), () => {
        // The server's page shows whether it worked.
        setAsking(isSampling, serverId, 'ask').catch(() => undefined)
      })
    })
  return { stop, busy, failed }
}

async function setAsking(isSampling: boolean, serverId: ServerId, choice: 'off' | 'ask'): Promise<void> {
  if (isSampling) await callHost('servers.setSampling', { serverId, sampling: choice })
  else await callHost('servers.setElicitation', { serverId, elicitation: choice })
}
