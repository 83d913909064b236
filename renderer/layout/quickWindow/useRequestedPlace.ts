import { useEffect } from 'react'
import type { Place } from '../../../shared/domain/desktop/desktopState'
import { assertNever } from '../../../shared/lib/assertNever'
import { callHost } from '../../rpc/callHost'
import { useTopic } from '../../rpc/useTopic'
import { openQuestion, settingsPages, showChat, showInbox, showProjects, showServers, showSettings } from '../../state/navigation'

/** Shows the place that the person asked the main window for, from the tray, the quick window or a notification. */
export function useRequestedPlace(): void {
  const request = useTopic('desktop', (desktop) => desktop.request)
  useEffect(() => {
    if (!request) return
    show(request.place)
    // A page that is loaded anew must not go there again.
    void callHost('desktop.taken', { number: request.number })
  }, [request])
}

function show(place: Place): void {
  switch (place.kind) {
    case 'newChat':
      showChat()
      // As with the keys for a new chat: whoever asks for one wants to type.
      requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-focus-home]')?.focus())
      return
    case 'conversation':
      return showChat(place.conversationId)
    case 'question':
      return openQuestion(place.questionId)
    case 'inbox':
      return showInbox()
    case 'projects':
      return showProjects(place.projectId)
    case 'servers':
      return showServers(place.serverId)
    case 'settings':
      return showSettings(settingsPages.find((page) => page === place.page))
    default:
      return assertNever(place)
  }
}
