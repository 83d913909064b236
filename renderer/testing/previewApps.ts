import type { Conversation } from '../../shared/domain/chat'
import { CallId, ConversationId, MessageId, ModelRef, PartId, ServerId } from '../../shared/domain/ids'
import type { FakeHost } from './fakeHost'
import type { Tool } from '../../shared/domain/catalog'
import { catalog, many } from './previewHost'
import { answered } from './previewConversation'

const uuid = (number: number): string => `5f0f3a4e-6f9b-4c53-9d4f-${String(number).padStart(12, '0')}`
const created = Date.now() - 3 * 86_400_000

/** A conversation with the app of a server, after a restart: its place is kept, and the person may start it. */
export const withApp: Conversation = {
  ...answered,
  id: ConversationId.parse(uuid(810)),
  title: 'November budget',
  messages: [
    {
      id: MessageId.parse(uuid(811)),
      role: 'user',
      created,
      state: 'done',
      parts: [{ id: PartId.parse(uuid(812)), kind: 'text', text: 'Where do we stand this month?' }],
    },
    {
      id: MessageId.parse(uuid(813)),
      role: 'assistant',
      parent: MessageId.parse(uuid(811)),
      created,
      state: 'done',
      model: ModelRef.parse('claude/claude-sonnet-4-5'),
      parts: [
        {
          id: PartId.parse(uuid(814)),
          kind: 'call',
          modelCallId: 'call_1',
          modelToolName: 'show_budget',
          step: 0,
          call: {
            id: CallId.parse(uuid(815)),
            serverId: ServerId.parse('Linear'),
            tool: 'show_budget',
            title: 'Shows the budget of a month',
            ui: { resourceUri: 'ui://budget/month', height: 260 },
            definitionHash: 'show_budget',
            startedBy: 'model',
            asked: { month: '2026-11' },
            why: { by: 'person', reason: { id: 'approvals.why.allowedOnce' } },
            state: 'done',
            startedAt: created,
            endedAt: created + 320,
            result: { content: [{ type: 'text', text: 'Travel is 37 over' }], structured: 'noSchema', isError: false, bytes: 17 },
          },
        },
        {
          id: PartId.parse(uuid(816)),
          kind: 'text',
          text: 'Travel is 37 EUR over. If you move 40 EUR from health, every category is within its limit again.',
        },
      ],
    },
  ],
}

const uri = 'ui://board/page'

const withInterface = (tool: Tool): Tool => (tool.name === 'get_issue' ? { ...tool, ui: { resourceUri: uri } } : tool)

/** Servers whose apps ask for hosts, of which one is allowed to those of GitHub. */
export function answerApps(host: FakeHost): void {
  const declared = {
    reach: {
      connect: ['https://api.board.example'],
      load: ['https://tiles.board.example', 'https://*.cdn.example'],
      frames: [],
    },
    permissions: ['clipboardWrite' as const],
    refusedDeclarations: 1,
  }
  const none = { reach: { connect: [], load: [], frames: [] }, permissions: [], refusedDeclarations: 0 }
  const grant = { origins: ['https://tiles.board.example'], ownCode: false, redirects: false, permissions: [] }
  host
    .publish('apps.unprotected', [])
    .publish('apps.grants', [{ serverId: ServerId.parse('GitHub'), resourceUri: uri, grant, grantedAt: created }])
    .answer('servers.catalog', ({ serverId }) => (serverId === 'Linear' ? many : { ...catalog, tools: catalog.tools.map(withInterface) }))
    .answer('apps.declared', () => [
      { resourceUri: uri, tools: ['get_issue', 'list_issues'], hash: 'h', declared },
      { resourceUri: 'ui://board/list', tools: ['create_issue'], hash: 'i', declared: none },
    ])
    .answer('apps.grantDeclared', () => undefined)
    .answer('apps.takeBack', () => undefined)
}
