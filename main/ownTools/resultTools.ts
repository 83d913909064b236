import * as z from 'zod'
import { OWN_HASH, ownToolForModel, READ_RESULT, SEARCH_RESULT } from '../../shared/domain/ownTool'
import type { ToolResult } from '../../shared/domain/toolResult'
import { AppError } from '../../shared/errors/appError'
import { JsonObject } from '../../shared/lib/jsonSchema'
import { jsonBytes } from '../lib/jsonSize'
import { OWN_TOOLS_CHARACTERS, type OwnTool } from './ownTool'
import { searchText, type ReadableText } from './readableText'

/** The whole of a result of this conversation. */
export interface OpenedResult {
  readonly text: ReadableText
  /** Whose words it has. */
  readonly of: NonNullable<ToolResult['of']>
}

/** Opens a result by its handle. Undefined when the conversation has none of that name. */
export type OpenResult = (handle: string) => OpenedResult | undefined

const USUAL_CHARACTERS = 8_000
const HITS = 20
const QUERY_CHARACTERS = 200

const result = z.string().describe('The handle of the result, as it was told at its end.')
const from = z.int().min(0).default(0)
const Read = z.object({
  result,
  from: from.describe('The first character to read, counted from 0.'),
  characters: z.int().min(1).max(OWN_TOOLS_CHARACTERS).default(USUAL_CHARACTERS).describe('How many to read.'),
})
const Search = z.object({
  result,
  query: z.string().min(1).max(QUERY_CHARACTERS).describe('The words to find, exactly as they stand there, in upper or lower case.'),
  from: from.describe('Where to begin.'),
})

/** Reads on in a result of which the model got only the beginning. */
export function readResult(open: OpenResult): OwnTool {
  return {
    name: ownToolForModel(READ_RESULT),
    tool: {
      name: READ_RESULT,
      description: 'Reads on in a long result of a tool, from a character on.',
      inputSchema: schemaOf(Read),
      hash: OWN_HASH,
    },
    run: async (args) => {
      const asked = Read.parse(args)
      const opened = requireOpen(open, asked.result)
      const { characters, cut, slice } = opened.text
      const begin = Math.min(asked.from, characters)
      const end = Math.min(begin + asked.characters, characters)
      const last = cut ? 'No more of it was kept.' : 'This is its end.'
      const told = { from: begin, to: end, characters, note: end < characters ? `Read on from ${end}.` : last }
      return partOf(opened, begin === end ? [] : [slice(begin, end).toWellFormed()], told)
    },
  }
}

/** Finds words in a result of which the model got only the beginning. */
export function searchResult(open: OpenResult): OwnTool {
  return {
    name: ownToolForModel(SEARCH_RESULT),
    tool: {
      name: SEARCH_RESULT,
      description: `Finds words in a long result of a tool: the first ${HITS} places with what is around each, and the characters at which they stand.`,
      inputSchema: schemaOf(Search),
      hash: OWN_HASH,
    },
    run: async (args) => {
      const asked = Search.parse(args)
      const opened = requireOpen(open, asked.result)
      const found = await searchText(opened.text, asked.query, asked.from, HITS)
      const last = found.at(-1)
      const notes = [
        ...(found.length === HITS && last ? [`There may be more: search again from ${last.at + 1}.`] : []),
        ...(opened.text.cut ? ['Only its beginning was kept, and searched.'] : []),
      ]
      const told = { found: found.map(({ at }) => at), ...(notes.length > 0 && { note: notes.join(' ') }) }
      return partOf(
        opened,
        found.map(({ text }) => text),
        told,
      )
    },
  }
}

function schemaOf(schema: z.ZodType): JsonObject {
  return JsonObject.parse(z.toJSONSchema(schema, { io: 'input' }))
}

function requireOpen(open: OpenResult, handle: string): OpenedResult {
  const opened = open(handle)
  if (opened) return opened
  throw new AppError('NOT_FOUND', { reason: 'chat.noSuchResult', params: { handle: handle.slice(0, QUERY_CHARACTERS) } })
}

/** The words of the server alone are content; what Parley says of them is beside it. */
function partOf({ of }: OpenedResult, texts: readonly string[], told: JsonObject): ToolResult {
  const content = texts.map((text) => ({ type: 'text', text }) as const)
  const part = { content, structuredContent: told, structured: 'noSchema', isError: false, of } as const
  return { ...part, bytes: jsonBytes(part) }
}
