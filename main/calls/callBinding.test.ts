import { expect, it } from 'vitest'
import type { Era } from '../../shared/domain/connectionState'
import { emptyCatalog, type Tool } from '../../shared/domain/catalog'
import { AccountId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { sampleServer } from '../../shared/testing/sampleServer'
import { systemClock } from '../lib/clock'
import { ProtocolSession } from '../session/protocolSession'
import { CallBinding } from './callBinding'

const launch = { kind: 'http', url: 'https://mcp.example/mcp', headers: {}, transport: 'auto' } as const
const tool: Tool = { name: 'go', inputSchema: { type: 'object' }, hash: 'h1' }

/** A server as it was when a call began, and the code of what a later round ends with; 'sent' if the round was sent. */
function heldCall() {
  const now = {
    era: '2026' as Era,
    definition: sampleServer('asker', { launch }),
    callingAccountId: account(1),
    tools: [tool],
    accepted: true,
  }
  const session = (): ProtocolSession => Object.create(ProtocolSession.prototype, { era: { value: now.era } })
  const target = {
    serverId: now.definition.id,
    get definition() {
      return now.definition
    },
    get callingAccountId() {
      return now.callingAccountId
    },
    get catalog() {
      return { ...emptyCatalog, tools: now.tools }
    },
    withSession: <T>(run: (session: ProtocolSession) => Promise<T>): Promise<T> => run(session()),
    refreshSession: async () => undefined,
    gone: () => undefined,
  }
  const definitions = {
    requireAccepted: () => {
      if (!now.accepted) throw new AppError('CONFLICT', 'The tool has changed')
    },
  }
  const binding = CallBinding.now({ clock: systemClock, target, definitions }, session(), { tool: 'go', definitionHash: 'h1' })
  const nextRound = async (): Promise<string> =>
    binding
      .run(async () => 'sent', new AbortController().signal)
      .catch((thrown: unknown) => (thrown instanceof AppError ? thrown.code : String(thrown)))
  return { now, nextRound }
}

function account(number: number): AccountId {
  return AccountId.parse(`0190a5d0-0000-7000-8000-00000000000${number}`)
}

it('H12: what a call was asked is answered only to the server, account, tool and era that it began with', async () => {
  const { now, nextRound } = heldCall()
  const began = { ...now }
  const answers = [await nextRound()]
  for (const change of [
    { era: '2025' },
    { definition: sampleServer('asker', { launch: { ...launch, url: 'https://other.example/mcp' } }) },
    { callingAccountId: account(2) },
    { tools: [{ ...tool, hash: 'h2' }] },
    { tools: [] },
    { accepted: false },
  ]) {
    Object.assign(now, began, change)
    answers.push(await nextRound())
  }
  Object.assign(now, began)
  expect([...answers, await nextRound()]).toEqual([
    'sent',
    'INTERRUPTED',
    'INTERRUPTED',
    'INTERRUPTED',
    'CONFLICT',
    'UNKNOWN_TOOL',
    'CONFLICT',
    'sent',
  ])
})
