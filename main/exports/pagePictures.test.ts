import { expect, it } from 'vitest'
import type { Part } from '../../shared/domain/chat'
import type { ContentBlock } from '../../shared/domain/toolResult'
import { FileHash, PartId, ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { dataUrl, hasPicture, PagePictures } from './pagePictures'

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const id = PartId.parse('00000000-0000-4000-8000-000000000001')
const serverId = ServerId.parse('files')
const sha256 = FileHash.parse('a'.repeat(64))
const file = (bytes: number, type = 'image/png') => ({ sha256, bytes, type })
const holding = (content: Uint8Array) => new PagePictures({ content: () => Promise.resolve(content) })

it('takes a picture for what its bytes are, whatever its sender says', async () => {
  expect((await holding(PNG).ofFile(file(PNG.length, 'image/webp')))?.type).toBe('image/png')
  expect(new PagePictures(undefined).ofBlock({ type: 'image', mimeType: 'text/html', data: PNG.toString('base64') })?.type).toBe(
    'image/png',
  )
  const blob = { type: 'resource', uri: 'a:b', blob: PNG.toString('base64') } as const
  expect(new PagePictures(undefined).ofBlock({ ...blob, mimeType: 'image/png' })?.type).toBe('image/png')
  expect(new PagePictures(undefined).ofBlock({ ...blob, mimeType: 'audio/wav' })).toBeUndefined()
})

// Catches: a document that runs scripts, or a picture that takes gigabytes to be decoded, in a page that somebody opens.
it.each([
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['HTML', '<!doctype html><script>alert(1)</script>'],
  ['nothing', ''],
])('X11: %s that claims to be a picture is none', async (_what, text) => {
  const content = Buffer.from(text)
  expect(await holding(content).ofFile(file(content.length))).toBeUndefined()
  expect(new PagePictures(undefined).ofBlock({ type: 'image', mimeType: 'image/png', data: content.toString('base64') })).toBeUndefined()
  expect(new PagePictures(undefined).ofBlock({ type: 'image', mimeType: 'image/png', data: text })).toBeUndefined()
})

it('X11: a picture of 50,000 by 50,000 points is none', () => {
  const huge = Buffer.from(PNG)
  huge.writeUInt32BE(50_000, 16)
  huge.writeUInt32BE(50_000, 20)
  expect(new PagePictures(undefined).ofBlock({ type: 'image', mimeType: 'image/png', data: huge.toString('base64') })).toBeUndefined()
})

it('takes pictures of 5 MB each and 50 MB together, and one that was deleted is none', async () => {
  const large = Buffer.concat([PNG, Buffer.alloc(4_900_000 - PNG.length)])
  const pictures = holding(large)
  const taken = []
  for (let count = 0; count < 11; count++) taken.push((await pictures.ofFile(file(large.length))) !== undefined)
  expect(taken).toEqual([...Array.from({ length: 10 }, () => true), false])
  // It is as large as it is, whatever is known of it.
  expect(await holding(Buffer.concat([large, large])).ofFile(file(10))).toBeUndefined()
  const gone = { content: () => Promise.reject(new AppError('NOT_FOUND', { reason: 'files.deleted' })) }
  expect(await new PagePictures(gone).ofFile(file(PNG.length))).toBeUndefined()
  const broken = { content: () => Promise.reject(new Error('The disk does not answer')) }
  await expect(new PagePictures(broken).ofFile(file(PNG.length))).rejects.toThrow('The disk does not answer')
})

it('writes a picture in pieces that are one base64 together', () => {
  const bytes = Buffer.from(Array.from({ length: 300_001 }, (_none, index) => index % 251))
  const pieces = [...dataUrl({ type: 'image/jpeg', bytes })]
  expect(pieces.length).toBeGreaterThan(3)
  expect(pieces.join('')).toBe(`data:image/jpeg;base64,${bytes.toString('base64')}`)
})

// Catches: a list of thousands that holds everything else until the last one is refused.
it('looks for a picture with a break after each that is refused', async () => {
  const image = (content: string | Buffer) => ({ type: 'image' as const, mimeType: 'image/png', data: content.toString('base64') })
  const attachment = (content: readonly ContentBlock[]): Part => ({
    id,
    kind: 'attachment',
    source: 'resource',
    serverId,
    name: 'a',
    content,
    bytes: 1,
  })
  const look = async (...parts: readonly Part[]): Promise<readonly [breaks: number, found: boolean]> => {
    const looking = hasPicture(parts, undefined)
    for (let breaks = 0; ; breaks++) {
      const next = await looking.next()
      if (next.done === true) return [breaks, next.value]
      expect(next.value).toBe('')
    }
  }
  const refused = Array.from({ length: 50 }, () => image('no picture'))
  expect(await look(attachment(refused), attachment([...refused, { type: 'text', text: 'a' }]))).toEqual([100, false])
  expect(await look(attachment([...refused, image(PNG), ...refused]))).toEqual([50, true])
  expect(await look({ id, kind: 'steering', text: 'a', attached: [attachment(refused) as never] })).toEqual([50, false])
})
