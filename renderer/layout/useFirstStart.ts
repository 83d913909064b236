import { useState } from 'react'
import { useTopic } from '../rpc/useTopic'
import { useNavigation } from '../state/navigation'

/**
 * Whether the first screen is shown. It starts when it is known that neither a model nor a server is configured. It ends when the person
 * has finished or goes elsewhere. Without this memory, it would disappear as soon as the person chooses something.
 */
export function useFirstStart(): { readonly running: boolean; readonly end: () => void } {
  const fresh = useTopic('app', (app) => app.fresh) ?? false
  const inChat = useNavigation((screen) => screen.view === 'chat' && screen.conversationId === undefined)
  const [state, setState] = useState<'unknown' | 'running' | 'ended'>('unknown')
  if (state === 'unknown' && fresh && inChat) setState('running')
  if (state === 'running' && !inChat) setState('unknown')
  return { running: state === 'running' && inChat, end: () => setState('ended') }
}
