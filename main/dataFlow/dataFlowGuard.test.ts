import { expect, it } from 'vitest'
import type { ChatMessage } from '../../shared/domain/chat'
import type { ExposureSettings } from '../../shared/domain/dataFlow'
import { CallId, ConversationId, MessageId, PartId, ServerId } from '../../shared/domain/ids'
import type { JsonObject } from '../../shared/lib/json'
import { sampleServer } from '../../shared/testing/sampleServer'
import { cpuMicros } from '../../shared/testing/cpuMicros'
import { TaintStore } from './taintStore'
import { DataFlowGuard } from './dataFlowGuard'
import { ServerExposure } from './serverExposure'
import type { ExposureTool } from './inferExposure'

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const conversationId = ConversationId.parse(uuid(1))
const SECRET = 'j.marin@northwind.example'

const touched: Readonly<Record<string, ExposureSettings>> = {
  postgres: { readsPrivate: true },
  news: { bringsOutside: true },
  browser: { sendsOut: true },
  local: {},
  maps: {},
}

/** A conversation in which these servers answered, in this order. */
function bench(...answers: readonly (readonly [server: string, text: string])[]) {
  const parts = answers.map(([server, text], index) => ({
    id: PartId.parse(uuid(200 + index)),
    kind: 'call' as const,
    modelCallId: '',
    modelToolName: '',
    call: {
      id: CallId.parse(uuid(100 + index)),
      serverId: ServerId.parse(server),
      tool: 'read',
      definitionHash: '',
      startedBy: 'model' as const,
      asked: {},
      why: { by: 'rule' as const, reason: { id: 'approvals.why.undecided' as const } },
      state: 'done' as const,
      startedAt: index,
      result: { content: [{ type: 'text' as const, text }], structured: 'noSchema' as const, isError: false, bytes: text.length },
    },
  }))
  const message: ChatMessage = { id: MessageId.parse(uuid(2)), role: 'assistant', created: 0, state: 'running', parts }
  const exposure = new ServerExposure({
    servers: () => Object.entries(touched).map(([name, said]) => sampleServer(name, { touches: said })),
    toolsOf: () => [],
    acceptedTools: () => [],
    accounts: () => [],
  })
  return new DataFlowGuard({
    taintStore: new TaintStore({ load: () => ({ messages: [message] }), fromServers: () => undefined }),
    exposure,
    now: () => 0,
    reachedBy: (serverId) => (serverId === 'maps' ? ['https://api.example'] : []),
  })
}

function asked(server: string, args: JsonObject, tool: ExposureTool = { name: 'send' }) {
  return { callId: CallId.parse(uuid(999)), conversationId, server: { id: ServerId.parse(server) }, tool, arguments: args }
}

it('takes the word of the asked tool that it reaches outside, also where nothing else marks its server', () => {
  const guard = bench(['postgres', 'rows'], ['news', 'headlines'])
  const open: ExposureTool = { name: 'send', annotations: { openWorldHint: true } }
  expect([guard.findingFor(asked('local', {})), guard.findingFor(asked('local', {}, open))?.wayOut.because]).toEqual([
    undefined,
    { id: 'dataFlow.because.openTool', params: { tool: 'send' } },
  ])
})

it('a call goes into the app that shows it, or whose tool it is: a way out where any app of its server reaches anybody', () => {
  const guard = bench(['postgres', 'rows'], ['news', 'headlines'])
  const wayOut = (server: string, tool: ExposureTool) => guard.findingFor(asked(server, {}, tool))?.wayOut.app
  const shown: ExposureTool = { name: 'show', ui: { resourceUri: 'ui://app' } }
  const ofApp = (reaches: readonly string[] | 'any'): ExposureTool => ({ name: 'in-app:pin', ofApp: { resourceUri: 'ui://app', reaches } })
  const app = (reaches: readonly string[] | 'any') => ({ resourceUri: 'ui://app', reaches })
  expect([wayOut('local', shown), wayOut('local', ofApp([])), wayOut('local', ofApp('any'))]).toEqual([undefined, undefined, app('any')])
  expect([
    wayOut('maps', shown),
    wayOut('maps', ofApp([])),
    wayOut('maps', ofApp(['https://b.example'])),
    wayOut('maps', { name: 'plain' }),
  ]).toEqual([app(['https://api.example']), app(['https://api.example']), app(['https://b.example', 'https://api.example']), undefined])
})

it('what an app gives its own server goes into no app, and what the app of a call would reach is told beforehand', () => {
  const guard = bench(['postgres', 'rows'], ['news', 'headlines'])
  const show: ExposureTool = { name: 'show', ui: { resourceUri: 'ui://app' } }
  expect(guard.findingFor({ ...asked('maps', {}, show), byApp: true })).toBeUndefined()
  const wanted = { resourceUri: 'ui://app', reaches: 'any' as const }
  expect(guard.findingFor(asked('local', {}, show), wanted)?.wayOut.app).toEqual(wanted)
})

it('F09: marks what private data brought first, and leaves alone what goes back to where it came from', () => {
  const guard = bench(['postgres', SECRET], ['news', SECRET], ['browser', `${SECRET} and more of its own`])
  const sources = (server: string): readonly string[] => guard.tracesFor(asked(server, { q: SECRET })).map(({ source }) => source.serverId)
  expect([sources('browser'), sources('postgres'), sources('news')]).toEqual([['postgres'], ['browser'], ['postgres']])
})

it('decides within a millisecond about a conversation of five hundred results', () => {
  const guard = bench(...Array.from({ length: 500 }, (_none, index) => [index % 2 === 0 ? 'postgres' : 'news', 'x'.repeat(2_000)] as const))
  guard.findingFor(asked('browser', {}))
  const hundred = cpuMicros(() => {
    for (let time = 0; time < 100; time++) guard.findingFor(asked('browser', {}))
  })
  expect(hundred / 100).toBeLessThan(1_000)
})
