import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { alternateShells } from './lib/alternateShells.ts'
import { noMachinePolicy, setMachinePolicy } from './lib/machinePolicy.ts'
import { real } from './lib/serverEntries.ts'
import { say } from './model/reply.ts'
import { OtlpReceiver } from '../main/telemetry/testing/otlpReceiver.ts'
import { message, newChat, send } from './screen/chat.ts'
import { expectAccessible } from './screen/expectAccessible.ts'
import { goTo } from './screen/navigation.ts'
import { server, waitUntilReady } from './screen/servers.ts'
import { runParley } from './cli/runParley.ts'
import type { Page } from '@playwright/test'

/** A collector that takes everything at /v1/traces and nothing elsewhere. */
async function startCollector() {
  const seen: string[] = []
  const http = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`.trim())
    request.resume()
    response.statusCode = request.url === '/v1/traces' ? 200 : 404
    response.end()
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  return {
    seen,
    address: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    [Symbol.dispose]: () => {
      http.closeAllConnections()
      http.close()
    },
  }
}

async function openTelemetry(ui: Page): Promise<void> {
  await goTo(ui, 'Settings')
  await ui.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Telemetry' }).click()
}
const collectorPart = (ui: Page) => ui.getByRole('region', { name: 'Collector' })

test('telemetry is off until a person saves an address, whose test reaches the collector with the header from the vault', async ({
  parley,
}) => {
  using collector = await startCollector()
  const ui = await parley.launch()
  await openTelemetry(ui)
  await expect(collectorPart(ui)).toContainText('Off: nothing is sent to anybody.')
  await expect(ui.getByRole('list', { name: 'What would be sent' }).getByRole('listitem').first()).toBeVisible()
  await expectAccessible(ui, 'telemetry that is off')
  await collectorPart(ui).getByLabel('Address').fill('http://otel.example')
  await collectorPart(ui).getByRole('button', { name: 'Save and turn on' }).click()
  await expect(collectorPart(ui).getByRole('alert')).toContainText('http://otel.example is not encrypted, so nothing is sent there')
  await collectorPart(ui).getByLabel('Address').fill(collector.address)
  await collectorPart(ui).getByRole('checkbox', { name: 'Metrics' }).click()
  await collectorPart(ui).getByRole('button', { name: 'Add a header' }).click()
  await collectorPart(ui).getByLabel('Name of the header').fill('authorization')
  await collectorPart(ui).getByLabel('Value', { exact: true }).fill('Bearer of-the-vault')
  await collectorPart(ui).getByRole('button', { name: 'Save and turn on' }).click()
  await expect(collectorPart(ui)).toContainText(`Telemetry goes to ${collector.address}`)
  expect(parley.readFile('settings.json')).not.toContain('of-the-vault')

  await collectorPart(ui).getByRole('button', { name: 'Test the address' }).click()
  await expect(collectorPart(ui).getByRole('status')).toContainText('Traces arrive there.')
  await expect(collectorPart(ui).getByRole('status')).toContainText('Logs: The collector refused it: 404.')
  expect(collector.seen).toEqual(expect.arrayContaining(['POST /v1/traces Bearer of-the-vault', 'POST /v1/logs Bearer of-the-vault']))
  await expectAccessible(ui, 'telemetry that is on')
  await collectorPart(ui).getByRole('button', { name: 'Turn off' }).click()
  await expect(collectorPart(ui)).toContainText('Off: nothing is sent to anybody.')
  expect(JSON.parse(parley.readFile('settings.json'))).not.toHaveProperty('telemetry')
})

test('a collector that the environment names is offered in the window and used on the command line', async ({ parley }) => {
  using collector = await startCollector()
  parley.writeServers({ memory: real('memory') })
  parley.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.address
  const host = new URL(collector.address).host
  const listed = await runParley(parley, ['list'])
  expect([listed.code, listed.err.trimEnd().split('\n')]).toEqual([
    0,
    [
      `Telemetry goes to ${host}, as OTEL_EXPORTER_OTLP_ENDPOINT says.`,
      expect.stringMatching(/did not arrive\. The collector refused it: 404\.$/),
    ],
  ])

  const ui = await parley.launch()
  await openTelemetry(ui)
  await expect(ui.getByText(`Your environment names ${host}. Send telemetry there?`)).toBeVisible()
  await expect(collectorPart(ui)).toContainText('Off: nothing is sent to anybody.')
  await goTo(ui, 'Servers')
  await waitUntilReady(ui, 'memory')
  await server(ui, 'memory').getByRole('link', { name: 'memory' }).click()
  await ui.getByRole('tab', { name: 'About' }).click()
  const traces = ui.getByRole('region', { name: 'Telemetry' })
  await expect(traces).toContainText('Telemetry is off, so nothing of this is sent.')
  await traces.getByRole('switch', { name: 'Tell “memory” its place in the trace' }).click()
  await expect(traces.getByRole('switch', { name: 'Share one trace ID with “memory”' })).toBeDisabled()
  expect(JSON.parse(parley.readFile('servers.json')).mcpServers.memory.parley).toEqual({ traceContext: false })
  await traces.getByRole('link', { name: 'Settings' }).click()
  await ui.getByRole('button', { name: 'Send there' }).click()
  await expect(collectorPart(ui)).toContainText(`Telemetry goes to ${collector.address}`)
  await expect(ui.getByText('Send telemetry there?')).toHaveCount(0)
})

test(
  'a command belongs to the trace of who runs it, is named by its environment, and gives its server the trace alone',
  alternateShells(1),
  async ({ parley }) => {
    await using receiver = await OtlpReceiver.start()
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    parley.writeServers({ everything: { ...real('everything'), parley: { shareTraceId: true } } })
    Object.assign(parley.env, {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20canary',
      OTEL_SERVICE_NAME: 'nightly',
    })
    const call = async (flags: string) => {
      parley.env['TRACEPARENT'] = `00-${traceId}-b7ad6b7169203331-${flags}`
      const ran = await runParley(parley, ['call', 'everything', 'get-env'])
      expect(ran.code, ran.err).toBe(0)
      expect(ran.out).toContain(`00-${traceId}-b7ad6b7169203331-${flags}`)
      expect(ran.out).not.toMatch(/OTEL_|canary/)
    }
    await call('00')
    expect(receiver.batches.filter(({ path }) => path === '/v1/traces')).toEqual([])
    await call('01')
    expect(new Set(receiver.spans().map((span) => span.traceId))).toEqual(new Set([traceId]))
    expect(receiver.spans().map(({ name }) => name)).toContain('tools/call get-env')
    expect(receiver.resources().map((resource) => resource['service.name'])).toContain('nightly')
    expect(receiver.batches.every(({ headers }) => headers.authorization === 'Bearer canary')).toBe(true)
  },
)

test('a collector that a policy names gets what happens, without what is said; the page says who set it and leaves nothing to set', async ({
  parley,
  model,
  shell,
}) => {
  test.skip(noMachinePolicy !== undefined || shell === 'electron', noMachinePolicy ?? 'a real Electron brings its own Node')
  await using receiver = await OtlpReceiver.start()
  const telemetry = { endpoint: receiver.endpoint, protocol: 'http/json', headers: { 'x-company': 'atlas' }, signals: { metrics: false } }
  setMachinePolicy(parley, { name: 'Atlas IT', contact: 'it@atlas.example', telemetry })
  // What the person chose before, and what the environment names, counts for nothing now.
  parley.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = 'https://env.example'
  parley.useModel(model, { telemetry: { endpoint: 'https://mine.example', content: true } })
  parley.writeServers({})
  model.will(say('canary-answer'))
  const ui = await parley.launch()
  await openTelemetry(ui)
  await expect(ui.getByText(`Set by Atlas IT: telemetry goes to ${receiver.endpoint}`)).toBeVisible()
  await expect(collectorPart(ui)).toContainText(`Telemetry goes to ${receiver.endpoint}`)
  await expect(collectorPart(ui)).toContainText('Set by a policy')
  for (const role of ['textbox', 'checkbox', 'radio'] as const) await expect(collectorPart(ui).getByRole(role)).toHaveCount(0)
  await expect(collectorPart(ui).getByRole('button')).toHaveText(['Test the address'])
  await expect(ui.getByRole('button', { name: 'Send there' })).toHaveCount(0)
  await expectAccessible(ui, 'telemetry that a policy set')

  await goTo(ui, 'Chat')
  await newChat(ui)
  await send(ui, 'canary-question')
  await expect(message(ui, 'canary-answer')).toBeVisible()
  await expect.poll(() => receiver.spans().map(({ name }) => name), { timeout: 20_000 }).toContain('invoke_agent Parley')
  const [turn, request] = ['invoke_agent', 'chat'].map((start) => receiver.spans().find(({ name }) => name.startsWith(start)))
  expect([request?.traceId, request?.parentSpanId]).toEqual([turn?.traceId, turn?.spanId])
  expect(receiver.batches.map(({ path, headers }) => [path, headers['x-company']])).toContainEqual(['/v1/traces', 'atlas'])
  expect(receiver.batches.filter(({ path }) => path === '/v1/metrics')).toEqual([])
  expect(receiver.text).not.toContain('canary')
})

test('a policy that forbids telemetry leaves nothing to set, and says who to ask', alternateShells(0), async ({ parley }) => {
  const file = join(parley.folder, 'company.policy.json')
  const policy = (telemetry: object) => writeFileSync(file, JSON.stringify({ name: 'Atlas IT', contact: 'it@atlas.example', telemetry }))
  policy({ allowed: false })
  parley.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = 'https://otel.example'
  parley.args.push('--policy', file)
  const ui = await parley.launch()
  await openTelemetry(ui)
  await expect(ui.getByText('Set by Atlas IT: no telemetry is sent.')).toBeVisible()
  await expect(collectorPart(ui)).toContainText('Off: a policy does not allow telemetry.')
  await expect(collectorPart(ui).getByRole('textbox')).toHaveCount(0)
  await expect(ui.getByRole('button', { name: 'Send there' })).toHaveCount(0)
  await expectAccessible(ui, 'telemetry under a policy')

  // Only a policy that root wrote sends people's telemetry anywhere. Of this one, what it forbids counts.
  policy({ endpoint: 'https://otel.atlas.example', content: false })
  await expect(ui.getByText('Set by Atlas IT: what is said in conversations is never sent.')).toBeVisible()
  await expect(collectorPart(ui).getByRole('checkbox', { name: 'Also what is said' })).toBeDisabled()
  await expect(collectorPart(ui)).toContainText('Off: nothing is sent to anybody.')
})
