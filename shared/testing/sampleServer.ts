import { ServerId } from '../domain/ids'
import type { ServerConfig } from '../domain/server'

/** For tests: returns a local server with default choices. */
export function sampleServer(name: string, change: Partial<ServerConfig> = {}): ServerConfig {
  return {
    id: ServerId.parse(name),
    launch: { kind: 'stdio', command: 'sample-server', args: [], env: {} },
    enabled: true,
    roots: [],
    rootsChosen: false,
    disabledTools: [],
    sampling: 'ask',
    samplingLimits: { callsPerDay: 20, tokensPerDay: 50_000 },
    elicitation: 'ask',
    touches: {},
    protocol: 'automatic',
    auth: { kind: 'person' },
    traceContext: true,
    shareTraceId: false,
    trusted: false,
    ...change,
  }
}
