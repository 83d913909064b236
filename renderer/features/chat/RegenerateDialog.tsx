import { useState } from 'react'
import { create } from 'zustand'
import type { ConversationId, MessageId, ModelRef } from '../../../shared/domain/ids'
import { t } from '../../i18n/t'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { DialogFoot } from '../../ui/DialogFoot'
import { ModelPicker } from '../../widgets/models/ModelPicker'
import { LabelledRow } from '../../widgets/LabelledRow'
import { answerWith, regenerate } from './regenerate'

interface Answer {
  readonly conversationId: ConversationId
  readonly messageId: MessageId
  /** The model that wrote it. */
  readonly model: ModelRef | undefined
  /** The answer failed, and another model is to answer instead, now and from then on. Nothing of the answer came, or a part. */
  readonly failed?: 'nothing' | 'part'
}

const useAnswerToRegenerate = create<{ readonly answer: Answer | undefined }>(() => ({ answer: undefined }))

/** Opens the dialog that asks which model is to write another version of an answer. */
export const askForModel = (answer: Answer): void => useAnswerToRegenerate.setState({ answer })
const close = (): void => useAnswerToRegenerate.setState({ answer: undefined })

/** Asks which model is to write another version of an answer, or to answer instead of the one that failed. */
export function RegenerateDialog() {
  const { answer } = useAnswerToRegenerate()
  return answer === undefined ? null : <ChooseModel key={answer.messageId} answer={answer} />
}

function ChooseModel({ answer: { conversationId, messageId, model, failed } }: { readonly answer: Answer }) {
  const [chosen, setChosen] = useState(model)
  const start = () => {
    if (chosen !== undefined && failed) void answerWith(conversationId, messageId, chosen, failed === 'part')
    else if (chosen !== undefined) regenerate(conversationId, messageId, chosen)
    close()
  }
  return (
    <Dialog
      title={t(failed ? 'chat.useAnotherModel' : 'chat.regenerateWith.title')}
      width="narrow"
      onClose={close}
      foot={
        <DialogFoot onCancel={close}>
          <Button size="action" look="ink" disabled={chosen === undefined || (failed && chosen === model)} onClick={start}>
            {t(failed ? 'chat.useModel' : 'chat.regenerate')}
          </Button>
        </DialogFoot>
      }
    >
      <LabelledRow>
        <ModelPicker choice={chosen ?? 'default'} look="field" onChoice={(choice) => setChosen(choice === 'none' ? undefined : choice)} />
        <p className="pt-2 text-13 text-text-2">{t(failed ? `chat.useModel.${failed}` : 'chat.regenerateWith.why')}</p>
      </LabelledRow>
    </Dialog>
  )
}
