// One run of the conformance suite. It boots the host without a window, connects it to the suite's server, and does everything that a
// person could do. The suite starts this program once for each scenario. The last argument is the server's address.
import { join } from 'node:path'
import type { ConnectionState } from '../../shared/domain/connectionState'
import { ServerId } from '../../shared/domain/ids'
import { readProtocolChoice, versionsOf, type ProtocolChoice } from '../../shared/protocol/protocolChoice'
import { TestHost } from '../../main/testing/testHost'
import { answerQuestions } from './answerQuestions'
import { configurationOf, Context } from './configuration'
import { doneLine } from './doneLine'
import { isMeantToFail } from './isMeantToFail'
import { loadSkills } from './loadSkills'
import { plannedCalls } from './plannedCalls'
import { protocolVariable } from './protocolOfRun'
import { runTool } from './runTool'

/** The suite gives up after thirty seconds and then does not report what went wrong here. */
const ENDS_WITHIN_MS = 25_000

const serverId = ServerId.parse('suite')
function readProtocol(): ProtocolChoice {
  const text = process.env[protocolVariable] ?? 'automatic'
  const choice = readProtocolChoice(text)
  if (!choice) throw new Error(`${protocolVariable} names no choice of a protocol: ${text}`)
  return choice
}

async function drive(url: string, scenario: string, context: Context): Promise<void> {
  const protocol = readProtocol()
  await using host = await TestHost.start({
    files: configurationOf({ serverId, url, protocol }, context),
    ports: {
      openUrl: visit,
      validationWorker: join(import.meta.dirname, 'validationWorker.js'),
      trafficWorker: join(import.meta.dirname, 'trafficWorker.js'),
      extractionWorker: join(import.meta.dirname, 'extractionWorker.js'),
      importWorker: join(import.meta.dirname, 'importWorker.js'),
      resultWorker: join(import.meta.dirname, 'resultWorker.js'),
    },
  })
  await Promise.race([answerQuestions(host), tryEverything(host, protocol, scenario, context)])
}

async function tryEverything(host: TestHost, choice: ProtocolChoice, scenario: string, { toolCalls }: Context): Promise<void> {
  const state = await untilConnected(host)
  const { era, version } = state.negotiation
  say(`connected: ${era}, protocol ${version}`)
  if (!versionsOf(choice).includes(version)) throw new Error(`The entry allows ${choice} alone.`)
  const { tools, prompts, resources, skills, skipped } = await host.call('servers.catalog', { serverId })
  for (const { what, name, reason } of skipped) say(`set aside: ${what} ${name}: ${JSON.stringify(reason)}`)
  for (const call of plannedCalls({ scenario, toolCalls }, tools)) {
    await runTool(host, serverId, call)
    say(`tool ${call.tool}: called`)
  }
  for (const { name } of prompts) {
    await host.call('prompts.preview', { serverId, prompt: name, arguments: {} })
    say(`prompt ${name}: read`)
  }
  for (const { uri } of resources) {
    await host.call('resources.read', { serverId, uri })
    say(`resource ${uri}: read`)
  }
  for (const line of await loadSkills(host, serverId, scenario, skills)) say(line)
}

async function untilConnected(host: TestHost): Promise<Extract<ConnectionState, { phase: 'ready' }>> {
  const states = await host.until('connections.states', ({ [serverId]: state }) => state !== undefined && hasSettled(state))
  const state = states[serverId]
  if (state?.phase === 'ready') return state
  throw new Error(`The host is not connected: ${JSON.stringify(state)}`)
}

/** `needsSignIn` does not count as settled, because `answerQuestions` signs in. */
function hasSettled({ phase }: ConnectionState): boolean {
  return phase !== 'stopped' && phase !== 'starting' && phase !== 'needsSignIn'
}

/** The suite's authorization server asks no questions and redirects the browser straight back. */
async function visit(url: string): Promise<void> {
  const page = await fetch(url)
  await page.text()
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

setTimeout(() => {
  say(`still running after ${ENDS_WITHIN_MS} ms`)
  process.exit(1)
}, ENDS_WITHIN_MS).unref()

const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? ''
const mustFail = isMeantToFail(scenario)
try {
  const context = Context.parse(JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}'))
  await drive(process.argv.at(-1) ?? '', scenario, context)
  if (mustFail) process.exitCode = 1
  say(mustFail ? 'everything went well, and should not have' : doneLine)
} catch (thrown) {
  say(`failed: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
  if (mustFail) say(doneLine)
  else process.exitCode = 1
}
