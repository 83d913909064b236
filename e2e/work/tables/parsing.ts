import { defaultLimits } from '../../../shared/domain/defaultLimits'
import { ServerId } from '../../../shared/domain/ids'
import type { JsonObject, JsonValue } from '../../../shared/lib/json'
import { input, many, table, texts, type WorkTable } from '../workTable'

const serverId = ServerId.parse('a-server')
const limits = { ...defaultLimits, schemaBytes: 2_000_000 }
const nested = (size: number): JsonObject => {
  let value: JsonObject = {}
  for (let depth = 0; depth < size / 10; depth++) value = { items: value }
  return value
}
const wide = (size: number): Record<string, JsonValue> => Object.fromEntries(many(size, (index) => [`k${index}`, { type: 'string' }]))

/** What servers send, in `main/parsing`. */
export const parsing: readonly WorkTable[] = [
  table(
    'main/parsing/parseTool.ts',
    () => import('../../../main/parsing/parseTool'),
    ({ parseTool }) => {
      const parse = (raw: unknown): unknown => parseTool(raw, limits, true)
      return {
        parseTool: {
          ...texts((text) => parse({ name: 'a', inputSchema: {}, title: text, description: text, annotations: { title: text } })),
          'a long name': input((size) => ({ name: 'a'.repeat(size), inputSchema: {} }), parse),
          'a wide schema': input((size) => ({ name: 'a', inputSchema: { properties: wide(size) } }), parse),
          'a deep schema': input((size) => ({ name: 'a', inputSchema: nested(size) }), parse),
          'many icons': input((size) => ({ name: 'a', inputSchema: {}, icons: many(size, () => ({ src: 'data:' })) }), parse),
        },
      }
    },
  ),
  table(
    'main/parsing/parseToolUi.ts',
    () => import('../../../main/parsing/parseToolUi'),
    ({ parseToolUi }) => {
      return {
        parseToolUi: {
          ...texts((text) => parseToolUi({ _meta: { ui: { resourceUri: `ui://${text}`, visibility: [text] } } })),
          'a long word of OpenAI': input((size) => ({ _meta: { 'openai/visibility': 'private'.repeat(size) } }), parseToolUi),
          'many visibilities': input((size) => ({ meta: { ui: { visibility: many(size, () => 'app') } } }), parseToolUi),
        },
      }
    },
  ),
  table(
    'main/parsing/parsePrompt.ts',
    () => import('../../../main/parsing/parsePrompt'),
    ({ parsePrompt }) => {
      return {
        parsePrompt: {
          ...texts((text) => parsePrompt({ name: text, title: text, arguments: [{ name: text, description: text }] }, limits)),
          'many arguments': input(
            (size) => ({
              name: 'a',
              arguments: many(size, (index) => ({ name: `a${index}`, description: '\uFFFD'.repeat(9_000) }), 9_000),
            }),
            (raw) => parsePrompt(raw, limits),
          ),
        },
      }
    },
  ),
  table(
    'main/parsing/parseResource.ts',
    () => import('../../../main/parsing/parseResource'),
    ({ parseResource, parseResourceTemplate }) => {
      return {
        parseResource: texts((text) =>
          parseResource({ uri: text, name: text, title: text, mimeType: text, _meta: { ui: { domain: text } } }, limits),
        ),
        parseResourceTemplate: texts((text) => parseResourceTemplate({ uriTemplate: text, name: text, description: text }, limits)),
      }
    },
  ),
  table(
    'main/parsing/parseTitleAndDescription.ts',
    () => import('../../../main/parsing/parseTitleAndDescription'),
    ({ parseTitleAndDescription }) => {
      return { parseTitleAndDescription: texts((text) => parseTitleAndDescription({ title: text, description: text }, limits)) }
    },
  ),
  table(
    'main/parsing/shortText.ts',
    () => import('../../../main/parsing/shortText'),
    ({ shortText, text: textOf }) => {
      return { shortText: texts((text) => shortText(text, 1_000_000)), text: texts((text) => textOf(text)) }
    },
  ),
  table(
    'main/parsing/parseAnnotations.ts',
    () => import('../../../main/parsing/parseAnnotations'),
    ({ parseAnnotations }) => {
      return { parseAnnotations: { 'a long audience': input((size) => ({ audience: many(size, () => 'nobody') }), parseAnnotations) } }
    },
  ),
  table(
    'main/parsing/parseIcons.ts',
    () => import('../../../main/parsing/parseIcons'),
    ({ parseIcons }) => {
      return {
        parseIcons: {
          ...texts((text) => parseIcons([{ src: `data:${text}`, sizes: text, mimeType: text }])),
          'many sizes': input((size) => [{ src: 'data:', sizes: many(size, () => '9x9') }], parseIcons),
        },
      }
    },
  ),
  table(
    'main/parsing/parseContentBlock.ts',
    () => import('../../../main/parsing/parseContentBlock'),
    ({ readBlock }) => {
      return {
        readBlock: {
          ...texts((text) => readBlock({ type: 'resource_link', uri: text, name: text, title: text })),
          'an unknown block': input((size) => ({ type: 'x', ...wide(size) }), readBlock),
        },
      }
    },
  ),
  table(
    'main/parsing/parsePromptResult.ts',
    () => import('../../../main/parsing/parsePromptResult'),
    ({ parsePromptResult }) => {
      return {
        parsePromptResult: {
          'many messages': input(
            (size) => ({ messages: many(size, () => ({ role: 'user', content: { type: 'text', text: 'a' } })) }),
            parsePromptResult,
          ),
        },
      }
    },
  ),
  table(
    'main/parsing/parseResourceContents.ts',
    () => import('../../../main/parsing/parseResourceContents'),
    ({ parseResourceContents, explainResourceReadError }) => {
      const place = { serverId, uri: 'file:///a', asked: false, era: '2025' } as const
      return {
        parseResourceContents: {
          ...texts((text) => parseResourceContents({ contents: [{ uri: text, text }] }, place)),
          'many items': input(
            (size) => ({ contents: many(size, (index) => ({ uri: `file:///a/${index}`, text: 'a' })) }),
            (raw) => parseResourceContents(raw, place),
          ),
        },
        explainResourceReadError: texts((text) => explainResourceReadError(new Error(text), serverId)),
      }
    },
  ),
  table(
    'main/parsing/parseSkill.ts',
    () => import('../../../main/parsing/parseSkill'),
    ({ parseSkill }) => {
      const digest = `sha256:${'0'.repeat(64)}`
      return {
        parseSkill: {
          ...texts((text) =>
            parseSkill({ uri: `${text}/SKILL.md`, frontmatter: { name: 'a', description: text }, resources: 'dynamic' }, limits),
          ),
          'many files': input(
            (size) => ({
              uri: 'a://b/SKILL.md',
              frontmatter: { name: 'a' },
              resources: many(size, (index) => ({ uri: `a://b/${index}`, size: 1, digest })),
            }),
            (raw) => parseSkill(raw, limits),
          ),
        },
      }
    },
  ),
  table(
    'main/parsing/parseTask.ts',
    () => import('../../../main/parsing/parseTask'),
    ({ parseTask }) => {
      return { parseTask: texts((text) => parseTask({ taskId: 'a', status: 'working', statusMessage: text }, '2026', serverId)) }
    },
  ),
  table(
    'main/parsing/normalizeMessage.ts',
    () => import('../../../main/parsing/normalizeMessage'),
    ({ normalizeParams, normalizeMembers, normalizeResult }) => ({
      normalizeParams: {
        'many tools': input(
          (size) => ({ tools: many(size, () => ({ name: 'a', title: null })) }),
          (raw) => normalizeParams('sampling/createMessage', raw),
        ),
        'many fields': input(
          (size) => ({ requestedSchema: { properties: wide(size) } }),
          (raw) => normalizeParams('elicitation/create', raw),
        ),
      },
      normalizeMembers: { 'many members': input((size) => ({ ...wide(size), _meta: wide(size) }), normalizeMembers) },
      normalizeResult: {
        'many tools': input(
          (size) => ({ tools: many(size, () => ({ name: 'a', title: null })) }),
          (raw) => normalizeResult('tools/list', raw),
        ),
        'many blocks': input(
          (size) => ({ content: many(size, () => ({ type: 'text', text: null })) }),
          (raw) => normalizeResult('tools/call', raw),
        ),
        'many questions': input(
          (size) => ({ inputRequests: wide(size) }),
          (raw) => normalizeResult('tools/call', raw),
        ),
      },
    }),
  ),
  table(
    'main/parsing/parseToolResult.ts',
    () => import('../../../main/parsing/parseToolResult'),
    ({ parseToolResult }) => {
      const tool = { name: 'a', inputSchema: {}, hash: 'h' }
      const checker = { check: () => Promise.resolve({ verdict: 'valid' as const }) }
      const parse = (raw: Readonly<Record<string, unknown>>): unknown =>
        parseToolResult(raw, tool, { serverId, checker }, new AbortController().signal)
      return {
        parseToolResult: {
          ...texts((text) => parse({ content: [{ type: 'text', text }], structuredContent: text })),
          'many blocks': input((size) => ({ content: many(size, () => ({ type: 'text', text: 'a' })) }), parse),
        },
      }
    },
  ),
  table(
    'main/parsing/parameterHeaders.ts',
    () => import('../../../main/parsing/parameterHeaders'),
    ({ headerFault, parameterHeaders }) => {
      const marked = (size: number): JsonObject => ({
        properties: Object.fromEntries(many(size, (index) => [`k${index}`, { type: 'string', 'x-mcp-header': `H${index}` }], 60)),
      })
      return {
        headerFault: { 'many marks': input(marked, headerFault), 'a wide schema': input(wide, headerFault) },
        parameterHeaders: {
          ...texts((text) => parameterHeaders({ properties: { a: { type: 'string', 'x-mcp-header': 'A' } } }, { a: text })),
          'many marks': input(marked, (schema) => parameterHeaders(schema, { k1: 'a' })),
        },
      }
    },
  ),
  table(
    'main/parsing/cacheHints.ts',
    () => import('../../../main/parsing/cacheHints'),
    ({ cacheHints }) => {
      return { cacheHints: { 'a wide result': input(wide, (raw) => cacheHints(raw, '2026')) } }
    },
  ),
]
