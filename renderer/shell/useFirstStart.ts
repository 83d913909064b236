import { useState } from 'react'
import { useTopic } from '../rpc/useTopic'
import { useNavigation } from '../state/navigation'

/**
 * Whether the first screen is shown: from the moment it is known that neither model nor server is configured, until the person
 * is through with it or goes elsewhere. Without the memory it would vanish under their hands with the first thing they choose.
 */
export function useFirstStart(): { readonly running: boolean; readonly end: () => void } {
  const fresh = useTopic('app', (app) => app.fresh) ?? false
  const inChat = useNavigation((screen) => screen.view === 'chat' && screen.conversationId === undefined)
  const [state, setState] = useState<'unknown' | 'running' | 'ended'>('unknown')
  if (state === 'unknown' && fresh && inChat) setState('running')
  if (state === 'running' && !inChat) setState('unknown')
  return { running: state === 'running' && inChat, end: () => setState('ended') }
}
