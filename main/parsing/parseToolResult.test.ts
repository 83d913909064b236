import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import type { Tool } from '../../shared/domain/catalog'
import { ServerId } from '../../shared/domain/ids'
import { defaultLimits } from '../../shared/domain/defaultLimits'
import { SchemaChecker as RealChecker } from '../schemas/schemaChecker'
import { parseToolResult, type StructuredContentChecker } from './parseToolResult'
import { parseTool } from './parseTool'

const serverId = ServerId.parse('docs')
const tool: Tool = { name: 'any', inputSchema: {}, hash: 'h', outputSchema: { type: ['null', 'boolean', 'number', 'string', 'array'] } }

async function parse(raw: Readonly<Record<string, unknown>>, of = tool) {
  const checked: unknown[] = []
  const checker: StructuredContentChecker = {
    check: async (_serverId, _schema, value) => {
      checked.push(value)
      return { verdict: 'valid' }
    },
  }
  return { result: await parseToolResult(raw, of, { serverId, checker }, new AbortController().signal), checked }
}

it.each([[null], [false], [0], [''], [[]], [[1, null]], ['text'], [{ a: { b: null } }]])(
  'TL-14: keeps structured content that is %j, and checks it against the schema of its tool',
  async (structuredContent) => {
    const { result, checked } = await parse({ content: [], structuredContent })
    expect(result).toMatchObject({ structuredContent, structured: 'matches' })
    expect(checked).toEqual([structuredContent])
  },
)

it('TL-14: tells structured content that is null from none', async () => {
  const { result, checked } = await parse({ content: [] })
  expect(result.structured).toBe('missing')
  expect('structuredContent' in result).toBe(false)
  expect(checked).toEqual([])
})

it.each([
  { $ref: '#/nowhere' },
  { type: 'nonsense' },
  { type: 'object', properties: { a: { pattern: '(' } } },
  { $ref: 'https://canary.invalid/x' },
])('J08: an output schema like %j costs nothing but its own check: the tool is listed, and its result is kept', async (outputSchema) => {
  await using checker = new RealChecker({
    script: fileURLToPath(new URL('../schemas/validationWorker.ts', import.meta.url)),
    limits: () => defaultLimits,
  })
  const parsed = parseTool({ name: 'bad', inputSchema: { type: 'object' }, outputSchema }, defaultLimits, false)
  if (!parsed.ok) throw new Error(parsed.reason.id)
  const raw = { content: [{ type: 'text', text: 'done' }], structuredContent: { a: 'x' } }
  const result = await parseToolResult(raw, parsed.tool, { serverId, checker }, new AbortController().signal)
  expect(result).toMatchObject({
    content: raw.content,
    structuredContent: { a: 'x' },
    structured: expect.stringMatching(/unverifiable|matches/),
  })
})

it.each([
  ['does not fit its schema', { content: [{ type: 'text', text: 'done' }], structuredContent: { a: 5 } }, 'doesNotMatch'],
  ['leaves its structured content out', { content: [{ type: 'text', text: 'done' }] }, 'missing'],
  ['says that it failed', { content: [{ type: 'text', text: 'done' }], structuredContent: { a: 5 }, isError: true }, 'noSchema'],
])('TL-13: keeps the result of a tool that %s, and says how it stands to its schema', async (_what, raw, structured) => {
  await using checker = new RealChecker({
    script: fileURLToPath(new URL('../schemas/validationWorker.ts', import.meta.url)),
    limits: () => defaultLimits,
  })
  const strict: Tool = { ...tool, outputSchema: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] } }
  const result = await parseToolResult(raw, strict, { serverId, checker }, new AbortController().signal)
  expect(result).toMatchObject({ content: [{ type: 'text', text: 'done' }], structured })
  expect(result.structuredContent).toEqual('structuredContent' in raw ? raw.structuredContent : undefined)
})
