import type { Asker } from '../../../../shared/domain/question'
import { Text } from '../../../i18n/Text'
import { t } from '../../../i18n/t'
import { useTopic } from '../../../rpc/useTopic'

/** "in Release 2.4", small, after what was asked; or that this conversation was deleted. Nothing for a question outside of conversations. */
export function ConversationOf({ asker: { conversationId } }: { readonly asker: Asker }) {
  const conversations = useTopic('chat.conversations')
  if (conversationId === undefined || !conversations) return null
  const found = conversations.find(({ id }) => id === conversationId)
  return (
    <span className="text-12 text-text-3">
      {' '}
      {found ? <Text id="questions.in" components={{ name: <span translate="no">{found.title}</span> }} /> : t('inbox.conversationDeleted')}
    </span>
  )
}
