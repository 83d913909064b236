import { cutName } from '../../../../shared/i18n/cutName'
import { plainName } from '../../../../shared/lib/confusableNames'
import type { ApprovalDetails, Question } from '../../../../shared/domain/question'
import type { AppError } from '../../../../shared/errors/appError'
import { t } from '../../../i18n/t'
import { callHost } from '../../../rpc/callHost'
import { openQuestion, useNavigation } from '../../../state/navigation'
import { offerUndo } from '../../../state/undoStore'
import { deferQuestion } from '../questionDialogStore'
import { useAsyncAction } from '../../../widgets/useAsyncAction'

export interface AskInConversation {
  /** Undefined where it would change nothing: another sign of danger speaks against a card too. */
  readonly besides: { readonly word: string; readonly busy: boolean; readonly act: () => void } | undefined
  readonly failed: AppError | undefined
}

/** "Ask in the conversation from now on", for a tool that declares nothing. The call still waits, and its card asks about it. */
export function useAskInConversation({ id, asker: { serverId } }: Question, details: ApprovalDetails): AskInConversation {
  const { busy, failed, run } = useAsyncAction()
  const { tool, definitionHash, place } = details
  const isOffered = place?.place === 'dialog' && place.signs?.length === 1 && place.because === 'declaresNothing'
  if (!isOffered || definitionHash === undefined) return { besides: undefined, failed }
  const set = (inConversation: boolean) => callHost('rules.setInConversation', { serverId, tool, definitionHash, inConversation })
  const act = (): void =>
    run(async () => {
      const replaced = await set(true)
      // The list of questions may tell a moment later that its place is the card now: until then its dialog would open again by itself.
      deferQuestion([id])
      const { questionId, view } = useNavigation.getState()
      if (questionId === id && view === 'chat') openQuestion(undefined)
      // The page of the tool shows whether it worked.
      const takeBack = async (): Promise<void> => {
        await set(false)
        for (const ruleId of replaced) await callHost('rules.restore', { ruleId })
      }
      offerUndo(t('approvals.asksInConversation', { tool: cutName(plainName(tool)) }), () => void takeBack().catch(() => undefined))
    })
  return { besides: { word: t('approvals.askInConversation'), busy, act }, failed }
}
