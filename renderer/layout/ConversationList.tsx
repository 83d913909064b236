import { useState } from 'react'
import { useTopic } from '../rpc/useTopic'
import { Button } from '../ui/Button'
import { useNow } from '../ui/hooks/useNow'
import { ConversationRow } from './ConversationRow'
import { groupByDay } from './groupByDay'
import { useNavigation } from '../state/navigation'
import { t } from '../i18n/t'

const pageSize = 150

/** Lists every conversation under the day of its last use. */
export function ConversationList() {
  const conversations = useTopic('chat.conversations') ?? []
  const waiting = useTopic('questions', (questions) => questions.open.map((question) => question.asker.conversationId)) ?? []
  const [shown, setShown] = useState(pageSize)
  const newest = conversations.toSorted((one, other) => other.updated - one.updated).slice(0, shown)
  // The days change at midnight.
  const now = useNow(true, 60_000)
  const current = useNavigation((screen) => (screen.view === 'chat' ? screen.conversationId : undefined))
  return (
    <section aria-label={t('layout.conversations')} className="min-h-0 grow overflow-y-auto pb-2">
      {groupByDay(newest, (conversation) => conversation.updated, new Date(now)).map((group) => (
        <div key={group.day}>
          <h2 className="mt-3 flex h-7 items-center px-4 text-12 font-label text-text-3">{t(`layout.day.${group.day}`)}</h2>
          <ul className="px-2">
            {group.items.map((conversation) => (
              <ConversationRow
                key={conversation.id}
                conversation={conversation}
                current={conversation.id === current}
                waiting={waiting.includes(conversation.id)}
              />
            ))}
          </ul>
        </div>
      ))}
      {conversations.length > shown && (
        <Button look="bare" size="small" className="mx-4 mt-2" onClick={() => setShown(shown + pageSize)}>
          {t('layout.conversations.older')}
        </Button>
      )}
    </section>
  )
}
