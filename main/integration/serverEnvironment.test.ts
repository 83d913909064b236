import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import { OtlpReceiver } from '../telemetry/testing/otlpReceiver'
import { TestHost } from '../testing/testHost'

const everythingJs = join(
  createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json'),
  '../dist/index.js',
)
const wrapper = fileURLToPath(new URL('../testing/environmentServer.mjs', import.meta.url))
const serverId = ServerId.parse('target')
const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
const TRACESTATE = 'vendor=1'

afterEach(() => void vi.unstubAllEnvs())

interface Row {
  readonly shell: 'cli' | 'browser'
  /** The switches of the server. */
  readonly parley?: { readonly traceContext?: boolean; readonly shareTraceId?: boolean }
  /** What the person sets for the server. */
  readonly env?: Readonly<Record<string, string>>
}

/** The variables that the process of a server really got, without those of every process. */
async function environmentOfServer({ shell, parley = {}, env = {} }: Row): Promise<Readonly<Record<string, string>>> {
  await using receiver = await OtlpReceiver.start()
  const variables = {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20canary',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-key=canary',
    OTEL_RESOURCE_ATTRIBUTES: 'team=canary',
    TRACEPARENT,
    TRACESTATE,
    BAGGAGE: 'user=canary',
  }
  // As in a shell: Parley's own process has them, which is where a child would inherit them from.
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  const folder = mkdtempSync(join(tmpdir(), 'parley-environment-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'environment.json')
  const target = { command: process.execPath, args: [wrapper, file, everythingJs], env, parley }
  await using host = await TestHost.start({
    files: { 'servers.json': { mcpServers: { target } } },
    ports: { shell, telemetryEnvironment: variables },
  })
  await host.until('connections.states', (states) => states[serverId]?.phase === 'ready')
  const got = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  expect(got['PATH']).toBeTruthy()
  expect(JSON.stringify(got)).not.toContain('canary')
  return Object.fromEntries(Object.entries(got).filter(([name]) => /^(?:OTEL|TRACE|BAGGAGE)/i.test(name)))
}

const shared = { shareTraceId: true }
const joined = { TRACEPARENT, TRACESTATE }

// The headers of a collector are keys, and every server's process would have them; a trace id joins what servers see of a person.
it.each<[string, Row, Readonly<Record<string, string>>]>([
  ['the trace of who runs the command, where the switch of the server is on', { shell: 'cli', parley: shared }, joined],
  ['nothing on the command line, where it is off', { shell: 'cli' }, {}],
  ['nothing, where the server gets no trace at all', { shell: 'cli', parley: { ...shared, traceContext: false } }, {}],
  ['nothing of what a window was started with, whatever the switch', { shell: 'browser', parley: shared }, {}],
  [
    'what the person set for it, in the place of Parley’s',
    { shell: 'cli', parley: shared, env: { OTEL_SERVICE_NAME: 'mine', TRACESTATE: 'own=1' } },
    { TRACEPARENT, TRACESTATE: 'own=1', OTEL_SERVICE_NAME: 'mine' },
  ],
])('a server’s process gets %s', async (_, row, expected) => {
  expect(await environmentOfServer(row)).toEqual(expected)
})
