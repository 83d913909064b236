import type { Asker } from '../../../../shared/domain/question'
import { Text } from '../../../i18n/Text'
import { t } from '../../../i18n/t'
import { useConversationSummary } from '../../../rpc/useConversationSummary'
import { useTopic } from '../../../rpc/useTopic'

/** "in “Release 2.4”", small, after what was asked; or that this conversation was deleted. Nothing for a question outside of conversations. */
export function ConversationOfQuestion({ asker: { conversationId } }: { readonly asker: Asker }) {
  const found = useConversationSummary(conversationId)
  const known = useTopic('chat.conversations') !== undefined
  if (conversationId === undefined || !known) return null
  return (
    <span className="text-12 text-text-3">
      {' '}
      {found ? <Text id="questions.in" components={{ name: <span translate="no">{found.title}</span> }} /> : t('inbox.conversationDeleted')}
    </span>
  )
}
