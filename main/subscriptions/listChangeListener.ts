import type { Client, McpSubscription } from '@modelcontextprotocol/client'
import { backoffDelay } from '../../shared/lib/backoffDelay'
import type { Clock } from '../lib/clock'
import { log } from '../lib/log'
import type { ProtocolSession } from '../session/protocolSession'

const WAIT = { firstMs: 1_000, mostMs: 60_000 }
/** After this many refusals in a row, the lists of this server are read on demand only. */
const FAILURES_BORNE = 5

export interface ListeningDeps {
  readonly clock: Clock
  readonly onChange: () => void
  /** Whether the server reports changes as it promised. It may agree to less than requested (2026-07-28, subscriptions). */
  readonly onAgreed: (agreed: boolean) => void
}

/** Calls `changed` when a server reports a changed list, in both eras. */
export function onListChanged(client: Client, changed: () => void): void {
  client.setNotificationHandler('notifications/tools/list_changed', changed)
  client.setNotificationHandler('notifications/prompts/list_changed', changed)
  client.setNotificationHandler('notifications/resources/list_changed', changed)
}

/**
 * Keeps a stream open on which a 2026 server reports changes. The server forgets its listeners, so this listens again with growing pauses
 * while the session lives.
 */
export function keepListening(session: ProtocolSession, deps: ListeningDeps, life: AbortSignal): void {
  const { tools, prompts, resources } = session.capabilities
  const filter = {
    ...(tools?.listChanged && { toolsListChanged: true }),
    ...(prompts?.listChanged && { promptsListChanged: true }),
    ...(resources?.listChanged && { resourcesListChanged: true }),
  }
  if (Object.keys(filter).length > 0) void listen(session, filter, deps, life)
}

const kinds = ['toolsListChanged', 'promptsListChanged', 'resourcesListChanged'] as const
type Filter = Readonly<Partial<Record<(typeof kinds)[number], boolean | undefined>>>

async function listen(session: ProtocolSession, filter: Filter, deps: ListeningDeps, life: AbortSignal): Promise<void> {
  let shortLives = 0
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
    shortLives = deps.clock.now() - since > WAIT.mostMs ? 0 : shortLives + 1
    await deps.clock.sleep(backoffDelay(shortLives, WAIT), life).catch(() => undefined)
    if (life.aborted) return
  }
}

function hasAll(honoured: Filter, asked: Filter): boolean {
  return kinds.every((kind) => asked[kind] === undefined || honoured[kind] === true)
}
