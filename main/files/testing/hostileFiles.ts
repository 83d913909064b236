import { strToU8, zipSync } from 'fflate'

/** Returns the first bytes of a PNG that says to have this size. */
export function pngHeader(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(33)
  bytes.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

/** Returns a GIF of 10 by 10 points with two frames: one of that size, and 2 MB later one of another. */
export function gifOfTwoFrames(width: number, height: number): Buffer {
  const frame = (wide: number, high: number): string => `,\0\0\0\0${little(wide)}${little(high)}\0\x02\x02\x44\x01\0`
  const comment = `!\xfe${`\xff${'x'.repeat(255)}`.repeat(8_192)}\0`
  return Buffer.from(`GIF89a${little(10).repeat(2)}\x80\0\0\0\0\0\xff\xff\xff${frame(10, 10)}${comment}${frame(width, height)};`, 'latin1')
}

function little(value: number): string {
  return String.fromCharCode(value & 255, value >> 8)
}

/** Returns a PDF whose pages have these texts. `extra` is written into its catalogue. */
export function pdf(pages: readonly string[], extra = ''): Buffer {
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${extra} >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((text, index) => {
      const stream = `BT /F1 24 Tf 72 720 Td (${text}) Tj ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ]
    }),
  ]
  let text = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const at = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const table = text.length
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF`
  return Buffer.from(text, 'latin1')
}

/** Returns an archive of texts and bytes, by their paths. */
export function zip(entries: Readonly<Record<string, string | Uint8Array>>): Buffer {
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(entries).map(([path, text]) => [path, typeof text === 'string' ? strToU8(text) : text]))),
  )
}

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const types =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>'
const relationships = (target: string): string =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="${target}"/></Relationships>`

/** Returns a Word document with these paragraphs. `before` is written in front of its root element. */
export function docx(paragraphs: readonly string[], before = '', others: Readonly<Record<string, string | Uint8Array>> = {}): Buffer {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('')
  return zip({
    '[Content_Types].xml': types,
    '_rels/.rels': relationships('word/document.xml'),
    'word/document.xml': `<?xml version="1.0"?>${before}<w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`,
    ...others,
  })
}

/** Returns a spreadsheet with one sheet of rows. Texts are shared strings. */
export function xlsx(rows: readonly (readonly (string | number)[])[]): Buffer {
  const strings = [...new Set(rows.flat().filter((cell) => typeof cell === 'string'))]
  const cells = rows.map((row, index) => {
    const inside = row.map((cell, column) => {
      const at = `${String.fromCharCode(65 + column)}${index + 1}`
      return typeof cell === 'number' ? `<c r="${at}"><v>${cell}</v></c>` : `<c r="${at}" t="s"><v>${strings.indexOf(cell)}</v></c>`
    })
    return `<row r="${index + 1}">${inside.join('')}</row>`
  })
  return zip({
    '[Content_Types].xml': types,
    'xl/workbook.xml': '<workbook><sheets><sheet name="Boats &amp; crews" sheetId="1"/></sheets></workbook>',
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${cells.join('')}</sheetData></worksheet>`,
  })
}

/** Returns an archive that unpacks to this many megabytes of zeros, with a path like that of a document. */
export function zipBomb(megabytes: number): Buffer {
  return docx(['harmless'], '', { 'word/styles.xml': new Uint8Array(megabytes * 1024 * 1024) })
}
