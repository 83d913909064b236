import type { Client, McpSubscription } from '@modelcontextprotocol/client'
import type { Clock } from '../lib/clock'
import { log } from '../lib/log'
import type { ProtocolSession } from '../session/protocolSession'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000
/** After so many refusals in a row, the lists of this server are read on demand only. */
const FAILURES_BORNE = 5

export interface ListeningDeps {
  readonly clock: Clock
  readonly onChange: () => void
  /** Whether the server tells of changes as it promised: it may agree to less than it was asked for (2026-07-28, subscriptions). */
  readonly onAgreed: (agreed: boolean) => void
}

/** Hears, in both eras, that a server's lists have changed. */
export function onListChanged(client: Client, changed: () => void): void {
  client.setNotificationHandler('notifications/tools/list_changed', changed)
  client.setNotificationHandler('notifications/prompts/list_changed', changed)
  client.setNotificationHandler('notifications/resources/list_changed', changed)
}

/** A 2026 server tells of changes only to who listens, and forgets its listeners: listens again, ever more seldom, while the link lives. */
export function keepListening(session: ProtocolSession, deps: ListeningDeps, life: AbortSignal): void {
  const { tools, prompts, resources } = session.capabilities
  const filter = {
    ...(tools?.listChanged && { toolsListChanged: true }),
    ...(prompts?.listChanged && { promptsListChanged: true }),
    ...(resources?.listChanged && { resourcesListChanged: true }),
  }
  if (Object.keys(filter).length > 0) void listen(session, filter, deps, life)
}

type Filter = Readonly<Partial<Record<'toolsListChanged' | 'promptsListChanged' | 'resourcesListChanged', boolean | undefined>>>

async function listen(session: ProtocolSession, filter: Filter, deps: ListeningDeps, life: AbortSignal): Promise<void> {
  let wait = FIRST_WAIT_MS
  let heardBefore = false
  for (let failures = 0; failures < FAILURES_BORNE;) {
    const since = deps.clock.now()
    try {
      const subscription: McpSubscription = await session.listen(filter, life)
      failures = 0
      deps.onAgreed(hasAll(subscription.honoredFilter, filter))
      // Changes may have been missed in between.
      if (heardBefore) deps.onChange()
      heardBefore = true
      if ((await subscription.closed) === 'local') return
    } catch (thrown) {
      if (life.aborted) return
      if (++failures === FAILURES_BORNE) {
        log('info', 'A server does not tell when its lists change', { server: session.serverId, error: thrown })
        deps.onAgreed(false)
      }
    }
    wait = deps.clock.now() - since > LONGEST_WAIT_MS ? FIRST_WAIT_MS : Math.min(wait * 2, LONGEST_WAIT_MS)
    await deps.clock.sleep(wait, life).catch(() => undefined)
    if (life.aborted) return
  }
}

function hasAll(honoured: Filter, asked: Filter): boolean {
  return (Object.keys(asked) as (keyof Filter)[]).every((kind) => honoured[kind] === true)
}
