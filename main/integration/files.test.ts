import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { ConversationId } from '../../shared/domain/ids'
import { FILE_PIECE_BYTES, type AttachedFile } from '../../shared/files/attachedFile'
import { fileTaker, howSent } from '../../shared/files/howSent'
import { docx, gifOfTwoFrames, pdf, pngHeader, xlsx, zipBomb } from '../files/testing/hostileFiles'
import { TestHost } from '../testing/testHost'

async function attach(host: TestHost, name: string, bytes: Buffer): Promise<AttachedFile> {
  const { uploadId } = await host.call('files.begin', { name, bytes: bytes.length })
  for (let offset = 0; offset < bytes.length; offset += FILE_PIECE_BYTES) {
    const data = bytes.subarray(offset, offset + FILE_PIECE_BYTES).toString('base64')
    await host.call('files.append', { uploadId, offset, data })
  }
  return await host.call('files.finish', { uploadId })
}

async function textOf(host: TestHost, name: string, bytes: Buffer): Promise<string> {
  const { sha256 } = await attach(host, name, bytes)
  return (await host.call('files.text', { sha256 })).text
}

const contents = (dataDir: string): string[] => (existsSync(join(dataDir, 'files')) ? readdirSync(join(dataDir, 'files')) : [])
const reference = ({ sha256, name }: AttachedFile) => ({ sha256, name })

async function draftWith(host: TestHost, ...files: AttachedFile[]): Promise<ConversationId> {
  const { conversationId } = await host.call('chat.create', {})
  await host.call('files.saveDraft', { conversationId, files: files.map(reference) })
  return conversationId
}

it('keeps a content once, for its owner alone, and gives it back piece by piece', async () => {
  await using host = await TestHost.start()
  const bytes = Buffer.alloc(FILE_PIECE_BYTES + 100, 'boats\n')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(await attach(host, 'boats.csv', bytes)).toEqual({
    sha256,
    name: 'boats.csv',
    type: 'text/csv',
    bytes: bytes.length,
    text: 'whole',
  })
  expect(await attach(host, 'again.txt', bytes)).toMatchObject({ sha256, name: 'again.txt' })
  expect(contents(host.dataDir)).toEqual([sha256])
  if (process.platform !== 'win32') expect(statSync(join(host.dataDir, 'files', sha256)).mode & 0o777).toBe(0o600)
  const first = await host.call('files.read', { sha256: sha256 as AttachedFile['sha256'], offset: 0 })
  const second = await host.call('files.read', { sha256: sha256 as AttachedFile['sha256'], offset: FILE_PIECE_BYTES })
  expect(Buffer.concat([first, second].map(({ data }) => Buffer.from(data, 'base64'))).equals(bytes)).toBe(true)
})

it('a draft keeps its files over a restart; what nobody refers to is gone then, and what a kill left half-written', async () => {
  const before = await TestHost.start()
  const kept = await attach(before, 'kept.txt', Buffer.from('kept'))
  await attach(before, 'forgotten.txt', Buffer.from('forgotten'))
  const conversationId = await draftWith(before, { ...kept, name: 'my name for it.txt' })
  const dataDir = await before.quit()
  writeFileSync(join(dataDir, 'files', '00000000-0000-4000-8000-000000000001.part'), 'half')
  const after = await TestHost.start({ dataDir })
  expect(await after.call('files.ofDraft', { conversationId })).toEqual([{ ...kept, name: 'my name for it.txt' }])
  expect(contents(dataDir)).toEqual([kept.sha256])

  await after.call('chat.remove', { conversationIds: [conversationId] })
  await after.quit()
  await using last = await TestHost.start({ dataDir })
  expect(contents(last.dataDir)).toEqual([])
})

it('takes out the text of documents', async () => {
  await using host = await TestHost.start()
  expect(await textOf(host, 'a.docx', docx(['Dear crew,', 'we sail at nine.']))).toBe('Dear crew,\n\nwe sail at nine.\n\n')
  expect(
    await textOf(
      host,
      'a.xlsx',
      xlsx([
        ['Boat', 'Crew'],
        ['Otter', 4],
      ]),
    ),
  ).toBe('# Boats & crews\nBoat\tCrew\nOtter\t4\n')
  expect(await textOf(host, 'a.pdf', pdf(['Hello sailor', 'Second page']))).toContain('[page 2]\nSecond page')
  expect(await textOf(host, 'a.txt', Buffer.from('\ufeffÅre', 'utf16le'))).toBe('Åre')
  expect(await textOf(host, 'b.txt', Buffer.from('Ruderb\xf6tchen', 'latin1'))).toBe('Ruderbötchen')
}, 30_000)

it('J70: a file is what its bytes say, whatever its name claims, and what no model can read is refused', async () => {
  await using host = await TestHost.start()
  expect(await attach(host, 'notes.txt', pngHeader(10, 20))).toMatchObject({ type: 'image/png', width: 10, height: 20, text: 'none' })
  expect(await attach(host, 'picture.png', Buffer.from('<script>alert(1)</script>'))).toMatchObject({ type: 'text/plain', text: 'whole' })
  // A picture that is an archive too: what reads it later takes it for a picture.
  expect(await attach(host, 'a.docx', Buffer.concat([pngHeader(10, 20), docx(['x'])]))).toMatchObject({ type: 'image/png' })
  await expect(attach(host, 'a.pdf', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2]))).rejects.toMatchObject({ reason: 'files.unknownKind' })
  expect(contents(host.dataDir).filter((name) => name.endsWith('.part'))).toEqual([])
})

it('J71: a name has no folders and hides nothing', async () => {
  await using host = await TestHost.start()
  const name = async (given: string): Promise<string> => (await attach(host, given, Buffer.from('x'))).name
  expect(await name('../../../etc/passwd')).toBe('passwd')
  expect(await name('C:\\Users\\me\\a.txt')).toBe('a.txt')
  expect(await name('report\u202Efdp.exe')).toBe('report‹U+202E›fdp.exe')
  expect(await name('..')).toBe('file')
  expect(await name(`${'long '.repeat(500)}.csv`)).toMatch(/….*\.csv$/)
  expect(readdirSync(host.dataDir).filter((entry) => /passwd|exe/.test(entry))).toEqual([])
})

it('J72: a picture of a billion pixels is refused by its header, before anything decodes it', async () => {
  await using host = await TestHost.start()
  await expect(attach(host, 'wall.png', pngHeader(40_000, 25_000))).rejects.toMatchObject({ reason: 'files.tooManyPixels' })
  expect(contents(host.dataDir)).toEqual([])
})

it('J72: nor one whose second frame is as large, behind megabytes of comments', async () => {
  await using host = await TestHost.start()
  const refused = { reason: 'files.tooManyPixels', params: { megapixels: 1000 } }
  await expect(attach(host, 'wall.gif', gifOfTwoFrames(40_000, 25_000))).rejects.toMatchObject(refused)
  expect(contents(host.dataDir)).toEqual([])
  expect(await attach(host, 'stamp.gif', gifOfTwoFrames(40, 25))).toMatchObject({ type: 'image/gif', width: 10, height: 10 })
})

it('J73: an archive that unpacks to more than the limit gives no text, and nothing stalls', async () => {
  await using host = await TestHost.start({ files: { 'settings.json': { limits: { fileUnpackedBytes: 1_000_000 } } } })
  const file = await attach(host, 'bomb.docx', zipBomb(30))
  expect(file).toMatchObject({ text: 'none', problem: { id: 'files.problem.tooLarge' } })
}, 30_000)

it('J73: entities in a document do not multiply', async () => {
  await using host = await TestHost.start()
  const lol = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(
    (name, index, all) => `<!ENTITY ${name} "${index === 0 ? 'lol' : `&${all[index - 1]};`.repeat(10)}">`,
  )
  const text = await textOf(host, 'a.docx', docx(['&h;'], `<!DOCTYPE w:document [${lol.join('')}]>`))
  expect(text.length).toBeLessThan(1_000)
}, 30_000)

it('J74: of ten thousand pages as many are read as the limit says; a script in a PDF is left alone', async () => {
  await using host = await TestHost.start({ files: { 'settings.json': { limits: { filePages: 20 } } } })
  const long = await attach(host, 'long.pdf', pdf(Array.from({ length: 10_000 }, (_, index) => `Page ${index + 1}.`)))
  expect(long).toMatchObject({ pages: 10_000, text: 'beginning' })
  expect((await host.call('files.text', { sha256: long.sha256 })).text).not.toContain('[page 21]')
  const script = pdf(['Read me'], '/OpenAction << /S /JavaScript /JS (app.launchURL("http://127.0.0.1:9/")) >>')
  expect(await textOf(host, 'script.pdf', script)).toBe('[page 1]\nRead me\n\n')
}, 60_000)

it('J75: a file that is read for too long is given up, and the next one is read', async () => {
  await using host = await TestHost.start({ files: { 'settings.json': { limits: { fileReadMs: 1 } } } })
  expect(await attach(host, 'slow.txt', Buffer.from('slow'))).toMatchObject({ text: 'none', problem: { id: 'files.problem.tooSlow' } })
  expect(await attach(host, 'next.txt', Buffer.from('next'))).toMatchObject({ problem: { id: 'files.problem.tooSlow' } })
}, 30_000)

// Without their number such a PDF counted as locked, and no model got it, although models read it themselves.
it('counts the pages of a PDF also where one of them cannot be read', async () => {
  await using host = await TestHost.start()
  const file = await attach(host, 'torn.pdf', Buffer.from(pdf(['Whole', 'Torn']).toString('latin1').replace('6 0 R]', '9 0 R]'), 'latin1'))
  expect(file).toMatchObject({ pages: 2, text: 'none', problem: { id: 'files.problem.damaged' } })
  expect(howSent(file, fileTaker('anthropic', 'claude-sonnet-5'))).toBe('native')
}, 30_000)

it('takes no piece out of order, none beyond what was announced, and no file over the limit', async () => {
  await using host = await TestHost.start({ files: { 'settings.json': { limits: { fileBytes: 100 } } } })
  await expect(attach(host, 'big.txt', Buffer.alloc(101, 'x'))).rejects.toMatchObject({ reason: 'files.tooLarge' })
  await expect(attach(host, 'empty.txt', Buffer.alloc(0))).rejects.toMatchObject({ reason: 'files.empty' })
  const { uploadId } = await host.call('files.begin', { name: 'a.txt', bytes: 4 })
  const data = Buffer.from('abcd').toString('base64')
  await expect(host.call('files.append', { uploadId, offset: 1, data })).rejects.toMatchObject({ reason: 'files.wrongPiece' })
  await expect(host.call('files.finish', { uploadId })).rejects.toMatchObject({ reason: 'files.notWhole' })
  await expect(host.call('files.append', { uploadId, offset: 0, data })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const other = await host.call('files.begin', { name: 'b.txt', bytes: 4 })
  await host.call('files.cancel', other)
  expect(contents(host.dataDir)).toEqual([])
})

it('what was deleted is named as such, and is not sent', async () => {
  await using host = await TestHost.start()
  const { conversationId } = await host.call('chat.create', {})
  const sha256 = 'a'.repeat(64) as AttachedFile['sha256']
  await expect(host.call('files.read', { sha256, offset: 0 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(host.call('chat.send', { conversationId, text: 'x', files: [{ sha256, name: 'old.txt' }] })).rejects.toMatchObject({
    reason: 'files.gone',
  })
})
