import { expect, it } from 'vitest'
import { FILE_PIECE_BYTES, type AttachedFile } from '../../shared/files/attachedFile'
import { archiveOf, archiveWithin, type ArchiveEntry } from '../files/testing/hostileArchives'
import { TestHost } from '../testing/testHost'

const MB = 1024 * 1024
const UNPACKED_BYTES = 4 * MB
const zeros = Buffer.alloc(64 * MB)
const many = Array.from({ length: 150 }, (_, index) => `xl/worksheets/sheet${index + 2}.xml`)

const workbook: readonly ArchiveEntry[] = [
  { path: 'xl/workbook.xml', content: '<workbook><sheets><sheet name="One"/></sheets></workbook>' },
  { path: 'xl/worksheets/sheet1.xml', content: '<worksheet><row><c><v>7</v></c></row></worksheet>' },
]
const relationship = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument'
const letter: readonly ArchiveEntry[] = [
  {
    path: '_rels/.rels',
    content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relationship}" Target="word/document.xml"/></Relationships>`,
  },
  {
    path: 'word/document.xml',
    content:
      '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Dear crew</w:t></w:r></w:p></w:body></w:document>',
  },
]

async function attach(host: TestHost, name: string, bytes: Buffer): Promise<AttachedFile> {
  const { uploadId } = await host.call('files.begin', { name, bytes: bytes.length })
  for (let offset = 0; offset < bytes.length; offset += FILE_PIECE_BYTES)
    await host.call('files.append', { uploadId, offset, data: bytes.subarray(offset, offset + FILE_PIECE_BYTES).toString('base64') })
  return await host.call('files.finish', { uploadId })
}

const withoutListEnd = (bytes: Buffer): Buffer => Buffer.concat([bytes.subarray(0, -60), bytes.subarray(-22)])
const startHost = (): Promise<TestHost> => TestHost.start({ files: { 'settings.json': { limits: { fileUnpackedBytes: UNPACKED_BYTES } } } })

const styles = { path: 'word/styles.xml', content: zeros }
const sheet = { path: 'xl/worksheets/sheet2.xml', content: zeros }
const stored = Buffer.alloc(UNPACKED_BYTES / 2, '<')

it.each<[string, Buffer, 'damaged' | 'tooLarge']>([
  ['a document with a file that says to be small', archiveOf([...letter, { ...styles, claimedBytes: 100 }]), 'damaged'],
  ['a spreadsheet with one', archiveOf([...workbook, { ...sheet, claimedBytes: 100 }]), 'damaged'],
  ['a spreadsheet with one that says to be empty', archiveOf([...workbook, { ...sheet, claimedBytes: 0 }]), 'damaged'],
  ['a spreadsheet with a file that says to be larger', archiveOf([...workbook, { ...sheet, content: 'x', claimedBytes: 50 }]), 'damaged'],
  ['a document that says how large it is', archiveOf([...letter, styles]), 'tooLarge'],
  ['a document that says to have 4 GB', archiveOf([...letter, { ...styles, content: 'x', claimedBytes: 0xffffffff }]), 'tooLarge'],
  [
    'a spreadsheet of many sheets that are all the same bytes, not packed',
    archiveOf([...workbook, { path: 'x', content: stored, stored: true, listedAs: many, localPath: many[0] ?? '' }]),
    'damaged',
  ],
  [
    'a spreadsheet of many files with one path, that say to be empty',
    archiveOf([...workbook, { ...sheet, content: stored, stored: true, claimedBytes: 0, listedAs: many.map(() => sheet.path) }]),
    'damaged',
  ],
  ['a document whose list leads into one of its files, to what is large', archiveWithin('a.bin', [...letter, styles]), 'tooLarge'],
  [
    'a document whose list leads into one of its files, to what says to be small',
    archiveWithin('a.bin', [...letter, { ...styles, claimedBytes: 100 }]),
    'damaged',
  ],
  ['a document with two files of one path', archiveOf([...letter, ...letter]), 'damaged'],
  [
    'a document with a file that has another path in the list',
    archiveOf([...letter, { ...styles, localPath: 'word/media.xml' }]),
    'damaged',
  ],
  ['a document that is encrypted', archiveOf(letter.map((entry) => ({ ...entry, flags: 1 }))), 'damaged'],
  ['a document whose list is cut off', withoutListEnd(archiveOf(letter)), 'damaged'],
])(
  'J73: %s gives no text, within the limits',
  async (_what, bytes, problem) => {
    await using host = await startHost()
    expect(await attach(host, 'a.zip', bytes)).toMatchObject({ text: 'none', problem: { id: `files.problem.${problem}` } })
  },
  30_000,
)

it('J73: what has no text is not unpacked, and a list that leads elsewhere is followed alone', async () => {
  await using host = await startHost()
  const read = async (bytes: Buffer): Promise<string> => {
    const { sha256 } = await attach(host, 'a.zip', bytes)
    return (await host.call('files.text', { sha256 })).text
  }
  expect(await read(archiveOf([...letter, { path: 'word/media/film.bin', content: zeros }]))).toBe('Dear crew\n\n')
  expect(await read(archiveWithin('a.bin', letter))).toBe('Dear crew\n\n')
  expect(await read(archiveOf(workbook))).toBe('# One\n7\n')
}, 30_000)
