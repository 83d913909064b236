import { useEffect, useRef } from 'react'
import type { QuestionId } from '../../shared/domain/ids'
import type { Question } from '../../shared/domain/question'
import { callHost } from '../rpc/callHost'
import { useTopic } from '../rpc/useTopic'
import { openQuestion, useNavigation } from '../state/navigation'
import { shouldNotify } from './shouldNotify'
import { t, translator } from '../i18n/t'

/**
 * Shows one desktop notification for each question that the person does not see, if they turned this on. Removes it when the question has
 * ended. It names the server as the user named it, and contains nothing that a server or a model wrote.
 */
export function useNotifications(): void {
  const wanted = useTopic('settings', (settings) => settings.notifications) ?? false
  const open = useTopic('questions', (questions) => questions.open)
  const known = useRef<ReadonlySet<QuestionId>>(undefined)
  const shown = useRef(new Map<QuestionId, Notification>())
  useEffect(() => {
    if (!open) return
    const before = known.current
    const now = new Set(open.map(({ id }) => id))
    known.current = now
    for (const [id, notification] of shown.current) if (!now.has(id)) takeBack(id, notification, shown.current)
    // Questions that waited when the page opened are in the Inbox and are not new.
    if (!before || !wanted || typeof Notification === 'undefined' || Notification.permission !== 'granted') return
    const looking = { here: document.hasFocus(), ...useNavigation.getState() }
    for (const question of open)
      if (!before.has(question.id) && shouldNotify(question, looking)) shown.current.set(question.id, tell(question))
  }, [open, wanted])
}

function tell({ id, asker }: Question): Notification {
  const { lang, direction } = translator()
  const notification = new Notification('Parley', {
    body: t('layout.notification', { server: asker.serverId }),
    tag: id,
    lang,
    dir: direction,
  })
  notification.addEventListener('click', () => {
    window.focus()
    // A hidden window of the desktop is shown by its shell alone. A browser brings its own tab to the front.
    if (window.host) void callHost('desktop.open', {})
    openQuestion(id)
    notification.close()
  })
  return notification
}

function takeBack(id: QuestionId, notification: Notification, shown: Map<QuestionId, Notification>): void {
  notification.close()
  shown.delete(id)
}
