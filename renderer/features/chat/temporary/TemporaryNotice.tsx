import type { ConversationId } from '../../../../shared/domain/ids'
import { t } from '../../../i18n/t'
import { askToCloseTemporaryChat, keepTemporaryChat } from '../../../state/temporaryChat'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Notice'
import { PolicyLock } from '../../../widgets/PolicyLock'

/** Says the whole time that nothing of this chat is written, and offers to keep or close it. */
export function TemporaryNotice({ conversationId }: { readonly conversationId: ConversationId }) {
  return (
    <Notice
      title={t('chat.temporary')}
      actions={
        <>
          <Button size="small" onClick={() => keepTemporaryChat(conversationId)}>
            {t('chat.temporary.keep')}
          </Button>
          <Button size="small" onClick={() => askToCloseTemporaryChat(conversationId)}>
            {t('chat.temporary.close')}
          </Button>
        </>
      }
    >
      {t('chat.temporary.why')}
      <PolicyLock part="chat" />
    </Notice>
  )
}
