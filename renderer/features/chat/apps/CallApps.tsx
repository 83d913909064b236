import { useEffect } from 'react'
import type { Call } from '../../../../shared/domain/chat'
import type { ConversationId } from '../../../../shared/domain/ids'
import { loadLater } from '../../../ui/loading/loadLater'
import { noteAppShown, noteWritten, wasWritten } from './appsShown'

const { Component: AppRegion } = loadLater(async () => (await import('./AppRegion')).AppRegion)
const { Component: PrepareForApp } = loadLater(async () => (await import('./PrepareForApp')).PrepareForApp)

/** A call that has not begun has nothing to show, unless its arguments can be seen while they are written; and one that was denied never will. */
const without: ReadonlySet<Call['state']> = new Set(['queued', 'waitingApproval', 'denied'])

export interface CallAppsProps {
  readonly calls: readonly Call[]
  readonly conversationId: ConversationId
}

/** The apps of calls, in the order of the calls. */
export function CallApps({ calls, conversationId }: CallAppsProps) {
  const shown = calls.filter(({ id, ui, state, writing }) => ui && (writing || wasWritten(id) || !without.has(state)))
  const isComing = calls.some(({ ui, state }) => ui && (state === 'queued' || state === 'waitingApproval'))
  return (
    <>
      {shown.map((call) => (
        <CallApp key={call.id} call={call} conversationId={conversationId} />
      ))}
      {isComing && <PrepareForApp />}
    </>
  )
}

function CallApp(props: { readonly call: Call; readonly conversationId: ConversationId }) {
  const { id, writing } = props.call
  useEffect(noteAppShown, [])
  useEffect(() => {
    if (writing) noteWritten(id)
  }, [id, writing])
  return <AppRegion {...props} />
}
