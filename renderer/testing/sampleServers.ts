import { emptyCatalog, type Catalog } from '../../shared/domain/catalog'
import type { ReadyState } from '../../shared/domain/connectionState'
import { ConnectionId } from '../../shared/domain/ids'
import type { ServerConfig } from '../../shared/domain/server'
import { negotiated } from '../../shared/testing/readyState'
import { sampleServer } from '../../shared/testing/sampleServer'
import type { ServerPanelProps } from '../state/serverPanelProps'
import { FakeHost } from './fakeHost'

/** Returns the props of a server page's tabs, for a server called "good" that is ready. */
export function aServer(state: Partial<ReadyState> = {}, server: Partial<ServerConfig> = {}): ServerPanelProps {
  return {
    server: sampleServer('good', { launch: { kind: 'stdio', command: 'npx', args: ['-y', 'some-server'], env: {} }, ...server }),
    state: {
      phase: 'ready',
      connectionId: ConnectionId.parse('5f0f3a4e-6f9b-4c53-9d4f-0d2f5a3c1b11'),
      since: 0,
      negotiation: negotiated('2025-11-25'),
      transport: 'stdio',
      abilities: ['completions', 'logging', 'resourceUpdates'],
      identity: { name: 'Parley itself', version: '1' },
      offers: { tools: 0, resources: 0, prompts: 0, skipped: 0 },
      ...state,
    },
    scroller: { current: null },
  }
}

/** Returns a host that has only this server and its catalog. */
export function hostOf({ server, state }: ServerPanelProps, catalog: Partial<Catalog> = {}): FakeHost {
  return new FakeHost()
    .publish('servers', { servers: [server], broken: [] })
    .publish('connections.states', { [server.id]: state })
    .publish('servers.catalogVersions', {})
    .publish('resources.subscriptions', [])
    .answer('servers.catalog', () => ({ ...emptyCatalog, ...catalog }))
}
