import { expect, it } from 'vitest'
import type { Call, ChatMessage, Part } from '../../../shared/domain/chat'
import { CallId, FileHash, MessageId, PartId, ServerId } from '../../../shared/domain/ids'
import type { ContentBlock } from '../../../shared/domain/toolResult'
import type { AttachedFile } from '../../../shared/files/attachedFile'
import { mediaLimits } from '../../../shared/files/mediaLimits'
import { pngHeader } from '../../files/testing/hostileFiles'
import { carriedMedia } from './carriedMedia'

const signal = new AbortController().signal
const uuid = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const hash = FileHash.parse('a'.repeat(64))
const taker = { takes: (type: string) => type.startsWith('image/'), limits: mediaLimits('anthropic', 'claude-sonnet-5') }
const source = { find: (sha256: FileHash) => attached(sha256, 1), text: () => undefined, content: () => Promise.resolve(Buffer.from('x')) }

function attached(sha256: FileHash, width: number): AttachedFile {
  return { sha256, name: 'mockup.png', type: 'image/png', bytes: 50_000, width, height: 10, text: 'none' }
}

function message(index: number, part: Part): ChatMessage {
  return { id: MessageId.parse(uuid(index)), role: part.kind === 'call' ? 'assistant' : 'user', created: 0, state: 'done', parts: [part] }
}

function person(width: number): ChatMessage {
  return message(900, { id: PartId.parse(uuid(900)), kind: 'file', file: attached(hash, width) })
}

function result(index: number, content: readonly ContentBlock[], isError = false): ChatMessage {
  const call: Call = {
    id: CallId.parse(uuid(index)),
    serverId: ServerId.parse('cam'),
    tool: 'shoot',
    definitionHash: '',
    startedBy: 'model',
    asked: {},
    why: { by: 'pending', reason: { id: 'approvals.why.undecided' } },
    state: 'done',
    startedAt: 0,
    result: { content, structured: 'noSchema', isError, bytes: 1_000 },
  }
  return message(index, { id: PartId.parse(uuid(index)), kind: 'call', modelCallId: '', modelToolName: '', call })
}

const png = (width: number): string => pngHeader(width, 3).toString('base64')
const picture = (width: number): ContentBlock => ({ type: 'image', data: png(width), mimeType: 'image/png' })
const shots = (count: number, width: number): readonly ChatMessage[] =>
  Array.from({ length: count }, (_, index) => result(index, [picture(width)]))

/** Whether the person's picture goes, and the pictures of which results. */
async function carried(messages: readonly ChatMessage[]): Promise<readonly [string | undefined, readonly number[]]> {
  const options = { taker, place: () => Promise.resolve('inside' as const), source, nativeBytes: 1e7, textBytes: 1_000 }
  const { files, withPictures } = await carriedMedia(messages, options, signal)
  return [files.get(PartId.parse(uuid(900)))?.kind, Array.from(withPictures, (id) => Number(id.slice(-12))).toSorted((a, b) => a - b)]
}

const from = (first: number, last: number): readonly number[] => Array.from({ length: last - first + 1 }, (_, index) => first + index)

// Claude lost every picture that the person had attached, once it had looked at its twentieth screenshot.
it('leaves the pictures of the person in a request that carries twenty of results', async () => {
  expect(await carried([person(800), ...shots(25, 1_280)])).toEqual(['native', from(5, 24)])
})

it('leaves out the oldest pictures of results before a picture of the person', async () => {
  expect(await carried([person(3_000), ...shots(25, 1_280)])).toEqual(['native', from(6, 24)])
  expect(await carried([person(800), ...shots(25, 2_500)])).toEqual(['native', from(6, 24)])
})

// Archives, broken pictures, and those for the person alone were counted as if they went.
it('counts only what a model gets as a picture', async () => {
  const others: readonly ContentBlock[] = [
    { type: 'resource', uri: 'x:zip', blob: 'UEsDBA==', mimeType: 'application/zip' },
    { type: 'image', data: Buffer.from('boo').toString('base64'), mimeType: 'image/png' },
    { type: 'image', data: png(9_000), mimeType: 'image/png' },
    { type: 'image', data: png(5_000), mimeType: 'image/png', annotations: { audience: ['user'] } },
  ]
  const rubbish = from(100, 130).map((index) => result(index, others))
  const failed = result(200, [picture(5_000)], true)
  expect(await carried([person(3_000), ...shots(19, 3_000), ...rubbish, failed])).toEqual(['native', from(0, 18)])
  const file: ContentBlock = { type: 'resource', uri: 'x:png', blob: png(3_000), mimeType: 'image/png' }
  expect(await carried([person(10), result(0, [file])])).toEqual(['native', [0]])
})
