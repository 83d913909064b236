import type { ConversationId } from '../../../../shared/domain/ids'
import { t } from '../../../i18n/t'
import { closeTemporaryChat, dismissClosing, keepTemporaryChat, useTemporaryChat } from '../../../state/temporaryChat'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { DialogFoot } from '../../../ui/DialogFoot'
import { LabelledRow } from '../../../widgets/LabelledRow'

/** Asks whether a temporary chat may go with what is in it. */
export function CloseTemporaryDialog() {
  const { closing } = useTemporaryChat()
  return closing === undefined ? null : <AskToClose conversationId={closing} />
}

function AskToClose({ conversationId }: { readonly conversationId: ConversationId }) {
  return (
    <Dialog
      title={t('chat.temporary.close.ask')}
      width="narrow"
      onClose={dismissClosing}
      foot={
        <DialogFoot onCancel={dismissClosing}>
          <Button size="action" onClick={() => keepTemporaryChat(conversationId)}>
            {t('chat.temporary.keep')}
          </Button>
          <Button size="action" look="danger" onClick={() => closeTemporaryChat(conversationId)}>
            {t('chat.temporary.close')}
          </Button>
        </DialogFoot>
      }
    >
      <LabelledRow>{t('chat.temporary.close.why')}</LabelledRow>
    </Dialog>
  )
}
