import { useEffect, useRef } from 'react'
import type { Question } from '../../shared/domain/question'
import { useTopic } from '../rpc/useTopic'
import { openQuestion } from './screen'

/**
 * Tells on the desktop that something waits, while nobody looks at Parley, where the user switched that on. Says who asks by the name
 * that the user gave it, and nothing that a server or a model wrote.
 */
export function useNotifications(): void {
  const wanted = useTopic('settings', (settings) => settings.notifications) ?? false
  const open = useTopic('questions', (questions) => questions.open)
  const known = useRef<ReadonlySet<string>>(undefined)
  useEffect(() => {
    if (!open) return
    const before = known.current
    known.current = new Set(open.map(({ id }) => id))
    // What waited when the page was opened is in the Inbox, and no news.
    if (!before || !wanted || document.hasFocus() || typeof Notification === 'undefined' || Notification.permission !== 'granted') return
    for (const question of open) if (!before.has(question.id)) tell(question)
  }, [open, wanted])
}

function tell({ id, asker }: Question): void {
  const notification = new Notification('Parley', { body: `${asker.serverId} waits for you`, tag: id })
  notification.addEventListener('click', () => {
    window.focus()
    openQuestion(id)
    notification.close()
  })
}
