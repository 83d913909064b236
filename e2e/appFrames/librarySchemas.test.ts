import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { specTypeSchemas } from '@modelcontextprotocol/client'
import * as library from '@modelcontextprotocol/ext-apps/app-bridge'
import type { AppNotification, AppRequest } from '@modelcontextprotocol/ext-apps/app-bridge'
import { expect, it } from 'vitest'
import { resultAsMcp } from '../../main/apps/resultAsMcp'
import { toolAsMcp } from '../../main/apps/toolAsMcp'
import { appPermissions } from '../../shared/domain/apps/app'
import { APP_MIME_TYPE, appMethods } from '../../shared/domain/apps/appProtocol'
import { AppError } from '../../shared/errors/appError'
import { hostCapabilities } from '../../renderer/features/chat/apps/bridge/hostCapabilities'
import { writeContext, type HostContext } from '../../renderer/features/chat/apps/bridge/hostContext'
import type { RpcMessage } from '../../renderer/features/chat/apps/bridge/jsonRpc'
import { styleVariables } from '../../renderer/features/chat/apps/bridge/styleVariables'
import { context, testBridge } from '../../renderer/features/chat/apps/bridge/testing/testBridge'

// An app that is made with the library of MCP Apps checks each message by the library's schemas, and without a word does nothing with one that does
// not fit.

/** What both libraries export as a schema. */
interface Schema {
  readonly '~standard': { readonly validate: (value: unknown) => unknown }
}
type Checked = { readonly value?: unknown; readonly issues?: readonly { readonly message: string }[] }

const requestId = '00000000-0000-4000-8000-000000000001'
const anyTool = { name: 'show', inputSchema: { type: 'object' } } as const
const css = readFileSync(join(import.meta.dirname, '../../renderer/ui/tokens.css'), 'utf8')
const tokens = new Map([...css.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]))
const variables = styleVariables((token) => tokens.get(token) ?? '', 16)

/** Everything of a context that can be there. */
const fullContext: HostContext = {
  ...context,
  ...(variables && { styles: { variables } }),
  toolInfo: {
    tool: toolAsMcp({
      name: 'show',
      title: 'Shows it',
      description: 'It is shown',
      inputSchema: { properties: { month: { type: 'string' } } },
      outputSchema: { type: 'object' },
      annotations: { title: 'Show', readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      icons: [{ src: 'https://icons.example/x.png', mimeType: 'image/png', sizes: ['16x16'] }],
      taskSupport: 'optional',
      ui: { resourceUri: 'ui://show/page' },
      hash: 'h',
    }),
  },
}

/** Fails unless a value fits a schema whole, with no field that the schema does not know. */
function expectFits(schema: Schema, value: unknown): void {
  const { issues, ...parsed } = schema['~standard'].validate(value) as Checked
  expect(issues ?? []).toEqual([])
  expect(parsed.value).toEqual(value)
}

/** What Parley sends by itself, by its method, without the fields of JSON-RPC. */
const sentSchemas: Readonly<Record<string, Schema>> = {
  'ui/notifications/tool-input-partial': library.McpUiToolInputPartialNotificationSchema,
  'ui/notifications/tool-input': library.McpUiToolInputNotificationSchema,
  'ui/notifications/tool-result': library.McpUiToolResultNotificationSchema,
  'ui/notifications/tool-cancelled': library.McpUiToolCancelledNotificationSchema,
  'ui/notifications/host-context-changed': library.McpUiHostContextChangedNotificationSchema,
  'ui/resource-teardown': library.McpUiResourceTeardownRequestSchema,
  'tools/list': specTypeSchemas.ListToolsRequest,
  'tools/call': specTypeSchemas.CallToolRequest,
  'notifications/cancelled': specTypeSchemas.CancelledNotification,
  'notifications/progress': specTypeSchemas.ProgressNotification,
  'notifications/tools/list_changed': specTypeSchemas.ToolListChangedNotification,
  'notifications/resources/list_changed': specTypeSchemas.ResourceListChangedNotification,
}

const shaped = (message: RpcMessage): readonly [Schema, unknown] =>
  'method' in message
    ? [
        sentSchemas[message.method] ?? expect.fail(`Parley sends ${message.method}, of which no schema is known`),
        { method: message.method, params: message.params },
      ]
    : 'error' in message
      ? [specTypeSchemas.JSONRPCErrorResponse, message]
      : [specTypeSchemas.JSONRPCResultResponse, message]

// Catches: a message that a test of Parley's own takes, and no app.
it('AP-16: everything that Parley sends to an app fits the schemas of the library, and all of them are sent here', () => {
  const bench = testBridge()
  const sent: RpcMessage[] = []
  const { bridge } = bench
  bridge.setContext({ ...fullContext, theme: 'light' })
  const greeted = bench.greet('2026-01-26', { tools: { listChanged: true } })
  sent.push(...greeted, ...bench.notify('ui/notifications/initialized'))
  bridge.setContext({ ...fullContext, theme: 'dark', displayMode: 'pip', containerDimensions: { width: 300, height: 200 } })
  bridge.event({ type: 'progress', progressToken: 1, progress: 1, total: 2, message: 'half' })
  bridge.event({ type: 'listChanged' })
  bridge.event({ type: 'callTool', requestId, tool: 'pin', arguments: { note: 'a' } })
  bridge.event({ type: 'cancelTool', requestId })
  bridge.result(
    resultAsMcp({
      content: [
        { type: 'text', text: 'over' },
        { type: 'image', data: 'AQI=', mimeType: 'image/png' },
        { type: 'resource', uri: 'ui://x/notes', text: 'n' },
        { type: 'resource_link', uri: 'ui://x/link', name: 'link' },
      ],
      structuredContent: { over: 37 },
      structured: 'noSchema',
      isError: true,
      bytes: 1,
    }),
  )
  void bridge.teardown()
  sent.push(...bench.sent())
  const writing = testBridge({}, { partial: { a: 0 } })
  sent.push(...writing.begin())
  writing.bridge.event({ type: 'partialInput', arguments: { a: 1 } })
  writing.bridge.cancelled('denied')
  sent.push(...writing.sent())
  for (const message of sent) expectFits(...shaped(message))
  const [answer] = greeted
  expectFits(library.McpUiInitializeResultSchema, answer && 'result' in answer && answer.result)
  expect(new Set(sent.flatMap((message) => ('method' in message ? [message.method] : [])))).toEqual(new Set(Object.keys(sentSchemas)))
})

it('AP-16: the context of an app fits the schema of the library, with its 76 variables and nothing beside them', () => {
  expect(Object.keys(variables ?? {})).toHaveLength(76)
  expectFits(library.McpUiHostContextSchema, writeContext(fullContext, false))
  expectFits(library.McpUiHostContextSchema, writeContext(context, true))
})

// Catches: an app in the browser's serif, because a font that it never gets is all that is named (decision 102).
it('an app gets no font, and each name of one ends with those of the system', () => {
  expect(writeContext(fullContext, false)['styles']).toEqual({ variables })
  expect([variables?.['--font-sans'], variables?.['--font-mono']]).toEqual([
    expect.stringMatching(/, system-ui, .*, sans-serif$/),
    expect.stringMatching(/, ui-monospace, .*, monospace$/),
  ])
})

it.each([true, false])('AP-28: what Parley can do fits the schema of the library: %s', (all) => {
  const origins = ['https://api.example', 'https://*.tiles.example']
  expectFits(
    library.McpUiHostCapabilitiesSchema,
    hostCapabilities({
      offers: { tools: all, resources: all, prompts: all, sampling: all },
      declared: { reach: { connect: origins, load: origins, frames: origins }, permissions: [...appPermissions], refusedDeclarations: 0 },
      grant: { origins: all ? origins : [], ownCode: all, redirects: all, permissions: all ? [...appPermissions] : [] },
    }),
  )
})

it('AP-01: Parley has the type, the version and the older name of the library', () => {
  expect([library.RESOURCE_MIME_TYPE, library.LATEST_PROTOCOL_VERSION]).toEqual([APP_MIME_TYPE, '2026-01-26'])
  expect(library.getToolUiResourceUri({ _meta: { [library.RESOURCE_URI_META_KEY]: 'ui://a' } })).toBe('ui://a')
})

/** How a request of an app ends: with an answer of Parley's that fits a schema, at its server or a model, or refused as unknown. */
type End = { readonly request?: Schema; readonly params: object } & ({ readonly answer: Schema } | { readonly goes: 'host' | 'nowhere' })

const text = { type: 'text', text: 'x' }
/** Each request that the library knows. TypeScript names the one that is missing here when the library knows another. */
const requests: Readonly<Record<AppRequest['method'], End>> = {
  'ui/initialize': {
    request: library.McpUiInitializeRequestSchema,
    params: { appInfo: { name: 'a', version: '1' }, appCapabilities: {}, protocolVersion: '2026-01-26' },
    answer: library.McpUiInitializeResultSchema,
  },
  'ui/open-link': {
    request: library.McpUiOpenLinkRequestSchema,
    params: { url: 'https://a.example/' },
    answer: library.McpUiOpenLinkResultSchema,
  },
  'ui/download-file': {
    request: library.McpUiDownloadFileRequestSchema,
    params: { contents: [{ type: 'resource', resource: { uri: 'file:///a.txt', text: 'x' } }] },
    answer: library.McpUiDownloadFileResultSchema,
  },
  'ui/message': {
    request: library.McpUiMessageRequestSchema,
    params: { role: 'user', content: [text] },
    answer: library.McpUiMessageResultSchema,
  },
  'ui/update-model-context': {
    request: library.McpUiUpdateModelContextRequestSchema,
    params: { content: [text], structuredContent: { a: 1 } },
    answer: specTypeSchemas.EmptyResult,
  },
  'ui/request-display-mode': {
    request: library.McpUiRequestDisplayModeRequestSchema,
    params: { mode: 'pip' },
    answer: library.McpUiRequestDisplayModeResultSchema,
  },
  ping: { request: specTypeSchemas.PingRequest, params: {}, answer: specTypeSchemas.EmptyResult },
  'tools/call': { request: specTypeSchemas.CallToolRequest, params: { name: 'x', arguments: {} }, goes: 'host' },
  'tools/list': { request: specTypeSchemas.ListToolsRequest, params: {}, goes: 'host' },
  'resources/list': { request: specTypeSchemas.ListResourcesRequest, params: {}, goes: 'host' },
  'resources/templates/list': { request: specTypeSchemas.ListResourceTemplatesRequest, params: {}, goes: 'host' },
  'resources/read': { request: specTypeSchemas.ReadResourceRequest, params: { uri: 'ui://x' }, goes: 'host' },
  'prompts/list': { request: specTypeSchemas.ListPromptsRequest, params: {}, goes: 'host' },
  'sampling/createMessage': {
    request: specTypeSchemas.CreateMessageRequest,
    params: { messages: [{ role: 'user', content: text }], maxTokens: 9 },
    goes: 'host',
  },
  // Parley's own to the app.
  'ui/resource-teardown': { request: library.McpUiResourceTeardownRequestSchema, params: {}, goes: 'nowhere' },
}

it.each(Object.entries(requests))('AP-14: %s of the library is answered, goes to the host, or is refused by name', async (method, end) => {
  if (end.request) expectFits(end.request, { method, params: end.params })
  const { begin, request, requested, sent } = testBridge()
  begin()
  const answers = [...request(method, end.params)]
  if ('goes' in end) {
    expect(requested.map((one) => one.method)).toEqual(end.goes === 'host' ? [method] : [])
    expect(appMethods.some((one) => one === method)).toBe(end.goes === 'host')
    const refused = { jsonrpc: '2.0', id: 7, error: { code: -32_601, message: 'Method not found' } }
    return expect(answers).toEqual(end.goes === 'host' ? [] : [refused])
  }
  await expect.poll(() => answers.push(...sent()) && answers.length).toBe(1)
  const [answer] = answers
  expectFits(end.answer, answer && 'result' in answer && answer.result)
})

it('AP-15: an answer that says why not fits too, whatever the reason', async () => {
  const { begin, request, requested, sent } = testBridge({ onLink: async () => false, onMessage: () => false })
  begin()
  const [message] = request('ui/message', { role: 'user', content: text })
  expectFits(library.McpUiMessageResultSchema, message && 'result' in message && message.result)
  const [file] = request('ui/download-file', { contents: [] })
  expectFits(library.McpUiDownloadFileResultSchema, file && 'result' in file && file.result)
  request('ui/open-link', { url: 'https://a.example/' })
  const links: RpcMessage[] = []
  await expect.poll(() => links.push(...sent()) && links.length).toBe(1)
  expectFits(library.McpUiOpenLinkResultSchema, links[0] && 'result' in links[0] && links[0].result)
  request('tools/call', { name: 'x' })
  requested[0]?.fail(new AppError('CONFLICT', 'Too many', { retryAfterSeconds: 1 }))
  const refused: RpcMessage[] = []
  await expect.poll(() => refused.push(...sent()) && refused.length).toBe(1)
  refused.push(...request('nothing'), ...request('ui/request-display-mode', {}))
  for (const one of refused) expectFits(specTypeSchemas.JSONRPCErrorResponse, one)
})

/** What the page is asked for by each notification that the library knows. An empty list: it is heard, and nothing comes of it. */
const notifications: Readonly<Record<AppNotification['method'], readonly [schema: Schema, params: object, wants: readonly string[]]>> = {
  'ui/notifications/initialized': [library.McpUiInitializedNotificationSchema, {}, []],
  'ui/notifications/size-changed': [library.McpUiSizeChangedNotificationSchema, { width: 1, height: 2 }, ['size']],
  'ui/notifications/request-teardown': [library.McpUiRequestTeardownNotificationSchema, {}, ['close']],
  'notifications/message': [specTypeSchemas.LoggingMessageNotification, { level: 'info', data: 'x' }, []],
  'notifications/tools/list_changed': [specTypeSchemas.ToolListChangedNotification, {}, []],
  'notifications/resources/list_changed': [specTypeSchemas.ResourceListChangedNotification, {}, []],
  'notifications/prompts/list_changed': [specTypeSchemas.PromptListChangedNotification, {}, []],
  // Of the proxy of other hosts, and a host's own.
  'ui/notifications/sandbox-proxy-ready': [library.McpUiSandboxProxyReadyNotificationSchema, {}, []],
  'ui/notifications/sandbox-resource-ready': [library.McpUiSandboxResourceReadyNotificationSchema, { html: '<p>' }, []],
  'ui/notifications/tool-input': [library.McpUiToolInputNotificationSchema, { arguments: {} }, []],
  'ui/notifications/tool-input-partial': [library.McpUiToolInputPartialNotificationSchema, { arguments: {} }, []],
  'ui/notifications/tool-result': [library.McpUiToolResultNotificationSchema, { content: [] }, []],
  'ui/notifications/tool-cancelled': [library.McpUiToolCancelledNotificationSchema, { reason: 'x' }, []],
  'ui/notifications/host-context-changed': [library.McpUiHostContextChangedNotificationSchema, { theme: 'dark' }, []],
}

it.each(Object.entries(notifications))(
  'AP-15: %s of the library does what it is for, and nothing else',
  (method, [schema, params, wants]) => {
    expectFits(schema, { method, params })
    const { begin, bridge, notify, wanted, requested, provided } = testBridge()
    begin()
    wanted.splice(0)
    expect(notify(method, params)).toEqual([])
    expect([wanted.map(([what]) => what), requested, provided, bridge.malformed]).toEqual([wants, [], [], 0])
  },
)

it('the tool of an app that Parley knows nothing of fits too', () => {
  expectFits(library.McpUiHostContextSchema, writeContext({ ...context, toolInfo: { tool: toolAsMcp({ ...anyTool, hash: '' }) } }, false))
})
