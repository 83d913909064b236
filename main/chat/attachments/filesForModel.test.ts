import { expect, it } from 'vitest'
import type { ChatMessage, Part } from '../../../shared/domain/chat'
import { FileHash, MessageId, PartId } from '../../../shared/domain/ids'
import type { AttachedFile } from '../../../shared/files/attachedFile'
import { fileTaker, RequestMedia, type FileTaker } from '../../../shared/files/howSent'
import { fileForModel, readFilesForModel, type FileContent } from './filesForModel'

const anthropic = fileTaker('anthropic', 'claude-sonnet-4-5')
const signal = new AbortController().signal
const partId = (index: number): PartId => PartId.parse(`00000000-0000-4000-8000-${String(index).padStart(12, '0')}`)

function file(name: string, change: Partial<AttachedFile>): AttachedFile {
  return { sha256: FileHash.parse(name.repeat(64).slice(0, 64)), name, type: 'image/jpeg', bytes: 1_000, text: 'none', ...change }
}

/** What a request carries of files that were attached one after the other, each with its own message. */
async function carried(
  files: readonly AttachedFile[],
  taker: FileTaker = anthropic,
  others: readonly number[] = [],
): Promise<readonly (FileContent | undefined)[]> {
  const messages = files.map((one, index): ChatMessage => {
    const parts: Part[] = [{ id: partId(index), kind: 'file', file: one }]
    return { id: MessageId.parse(partId(index)), role: 'user', created: 0, state: 'done', parts }
  })
  const byHash = new Map(files.map((one) => [one.sha256, one]))
  const source = {
    find: (sha256: FileHash) => byHash.get(sha256),
    text: (sha256: FileHash) => (byHash.get(sha256)?.text === 'none' ? undefined : 'words'),
    content: () => Promise.resolve(Buffer.from('x')),
  }
  const media = new RequestMedia(taker.limits, others)
  const contents = await readFilesForModel(messages, source, { taker, media, nativeBytes: 20_000_000, textBytes: 1_000 }, signal)
  return files.map((_one, index) => contents.get(partId(index)))
}

// Each later request carried them again, and the endpoint refused each: the conversation was lost (anthropics/claude-code#47526, #6231).
it('leaves out a picture that the endpoint refuses, says so, and sends the text of a PDF with too many pages', async () => {
  const photo = file('a', { name: 'photo.jpg', bytes: 9_000_000, width: 8_064, height: 4_536 })
  const wide = file('b', { bytes: 9_000, width: 8_001, height: 10 })
  const book = file('c', { type: 'application/pdf', bytes: 3_000_000, pages: 400, text: 'whole' })
  const contents = await carried([photo, wide, book])
  expect(contents).toEqual([
    { kind: 'left', why: 'large' },
    { kind: 'left', why: 'large' },
    { kind: 'text', text: 'words', cut: false },
  ])
  expect(fileForModel({ id: partId(0), kind: 'file', file: photo }, contents[0])).toEqual([
    {
      type: 'text',
      text: '[Parley: the person attached the file "photo.jpg" (image/jpeg, 9000000 bytes), but it is too large to be sent to you. The person can attach a smaller one.]',
    },
  ])
  expect((await carried([photo, wide, book], fileTaker('google', 'gemini-3'))).map((one) => one?.kind)).toEqual([
    'native',
    'native',
    'native',
  ])
})

it('sends the newest PDFs as they are while their pages fit together, and of the others the text', async () => {
  const pdf = (name: string, pages?: number) =>
    file(name, { type: 'application/pdf', text: 'whole', ...(pages !== undefined && { pages }) })
  const kinds = (await carried([pdf('a', 60), pdf('b', 70), pdf('c'), pdf('d', 30)])).map((one) => one?.kind)
  expect(kinds).toEqual(['text', 'native', 'text', 'native'])
  expect(await carried([file('a', { type: 'application/pdf' })])).toEqual([{ kind: 'left', why: 'unreadable' }])
})

it('leaves out the oldest of more than twenty pictures while one of them is large, those that go anyway counted', async () => {
  const names = Array.from({ length: 22 }, (_, index) => index.toString(16).padStart(2, '0'))
  const pictures = (edge: number) => names.map((name) => file(name, { width: edge, height: 10 }))
  const left = { kind: 'left', why: 'full' }
  const native = { kind: 'native', data: Buffer.from('x').toString('base64') }
  expect(await carried(pictures(2_000))).toEqual(names.map(() => native))
  expect(await carried(pictures(2_001))).toEqual(names.map((_name, index) => (index < 2 ? left : native)))
  expect(
    await carried(
      pictures(10).slice(0, 3),
      anthropic,
      Array.from({ length: 19 }, () => 3_000),
    ),
  ).toEqual([left, left, native])
})
