import type { Call, ChatMessage, Part } from '../../../shared/domain/chat'
import { resultHandle } from '../../../shared/domain/ownTool'
import type { ToolResult } from '../../../shared/domain/toolResult'
import type { AttachedFile } from '../../../shared/files/attachedFile'
import { replaceUnsafe } from '../../../shared/lib/unsafeCharacters'
import { quoteLines } from '../../lib/quoteLines'
import { contentForModel, isForModel } from '../../tools/contentForModel'
import { defuseRemarks } from '../../tools/remarkText'
import type { ModelOutput } from '../../tools/resultForModel'
import { callOutput } from '../calls/callOutput'

/** Of one text, and of one argument list, result or file, so many characters are quoted: their beginning, and less of their end. */
const MOST_OF_TEXT = 12_000
const MOST_OF_ARGUMENTS = 600
const MOST_OF_RESULT = 1_500

export interface QuoteOptions {
  /** How long a piece is, in characters. */
  readonly most: number
  /** The copy of a call's result that the model had. */
  readonly copyForModel: (call: Call) => ToolResult | undefined
  /** The text of a file, as far as it has one. */
  readonly textOfFile: (file: AttachedFile) => string | undefined
}

/**
 * Pure: quotes messages for a model that summarises them, in pieces of at most `most` characters, each of whole entries. Of each text and result
 * only so much is quoted that one of them cannot push out the others; reasoning is left out. Each quoted line has a mark, so that no text looks like
 * what somebody else said. It contains nothing that the model did not have.
 */
export function quoteMessages(messages: readonly ChatMessage[], options: QuoteOptions): readonly string[] {
  const pieces: string[] = []
  let piece: string[] = []
  let size = 0
  for (const message of messages) {
    for (const entry of message.parts.flatMap((part) => quotePart(message.role, part, options))) {
      if (size > 0 && size + entry.length > options.most) {
        pieces.push(piece.join('\n\n'))
        piece = []
        size = 0
      }
      piece.push(entry)
      size += entry.length + 2
    }
  }
  return piece.length === 0 ? pieces : [...pieces, piece.join('\n\n')]
}

function quotePart(role: ChatMessage['role'], part: Part, options: QuoteOptions): readonly string[] {
  const most = Math.min(MOST_OF_TEXT, Math.floor(options.most / 2))
  switch (part.kind) {
    case 'text':
      return part.text === '' ? [] : [said(role === 'user' ? 'PERSON' : 'ASSISTANT', part.text, most)]
    case 'steering':
      return [...part.attached.flatMap((one) => quotePart('user', one, options)), said('PERSON', part.text, most)]
    case 'file': {
      const text = options.textOfFile(part.file)
      const what = `THE PERSON ATTACHED the file ${JSON.stringify(replaceUnsafe(part.file.name))}`
      return text === undefined ? [`${defuseRemarks(what)}. Its content is not quoted here`] : [said(what, text, MOST_OF_RESULT)]
    }
    case 'attachment': {
      const content = part.content.filter(isForModel).map((block) => contentForModel(block, () => false))
      const text = content.map((piece) => (piece.type === 'text' ? piece.text : '')).join('\n')
      const of = `${part.source} ${JSON.stringify(replaceUnsafe(part.name))} of the server ${JSON.stringify(part.serverId)}`
      return [said(`ATTACHED was the ${of}, which wrote`, text, MOST_OF_RESULT)]
    }
    case 'call':
      return [quoteCall(part.call, options)]
    default:
      return []
  }
}

function quoteCall(call: Call, { copyForModel }: QuoteOptions): string {
  const output = callOutput(call, { copyForModel, pictures: 'nowhere' })
  const asked = shortened(JSON.stringify(call.approved ?? call.asked), MOST_OF_ARGUMENTS)
  const handle = copyForModel(call)?.long ? `, whole under the handle ${JSON.stringify(resultHandle(call.id))}` : ''
  const how = output.type === 'error-text' ? 'failed or was not made' : 'returned'
  return [
    said(
      `CALL of ${JSON.stringify(replaceUnsafe(call.tool))} on the server ${JSON.stringify(call.serverId)} with`,
      asked,
      MOST_OF_ARGUMENTS,
    ),
    quoted(`It ${how}${handle}`, textOf(output), MOST_OF_RESULT),
  ].join('\n')
}

function textOf(output: ModelOutput): string {
  if (output.type === 'content') return output.value.map((piece) => (piece.type === 'text' ? piece.text : '[picture]')).join('\n')
  return output.type === 'text' || output.type === 'error-text' ? output.value : ''
}

/** What anybody but Parley wrote. */
function said(who: string, text: string, most: number): string {
  return quoted(who, defuseRemarks(text), most)
}

function quoted(who: string, text: string, most: number): string {
  return `${defuseRemarks(who)}:\n${quoteLines(shortened(text, most))}`
}

/** The beginning of a text and, shorter, its end. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  const end = Math.floor(most / 4)
  return `${text.slice(0, most - end)} … [${text.length - most} characters left out] … ${text.slice(-end)}`
}
