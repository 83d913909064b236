import { useEffect } from 'react'
import type { Place } from '../../../shared/domain/desktop/desktopState'
import { callHost } from '../../rpc/callHost'
import { returnToChat, useNavigation, type NavigationState } from '../../state/navigation'

/** Opens every view but the conversation in the main window, because the quick window has no room for it. */
export function useHandOver(): void {
  const view = useNavigation((screen) => screen.view)
  useEffect(() => {
    const place = placeOf(useNavigation.getState())
    if (!place) return
    returnToChat()
    void callHost('desktop.open', { place })
  }, [view])
}

function placeOf({ view, projectId, serverId, settingsPage }: NavigationState): Place | undefined {
  switch (view) {
    case 'chat':
      return undefined
    case 'inbox':
      return { kind: 'inbox' }
    case 'projects':
      return { kind: 'projects', ...(projectId !== undefined && { projectId }) }
    case 'servers':
      return { kind: 'servers', ...(serverId !== undefined && { serverId }) }
    case 'settings':
      return { kind: 'settings', page: settingsPage }
  }
}
