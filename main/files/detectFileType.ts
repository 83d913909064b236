import { imageHeader } from '../../shared/lib/imageHeader'
import { isText } from './isText'

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** What a file is, by its content. */
export interface DetectedType {
  readonly type: string
  readonly width?: number
  readonly height?: number
}

/** The names at the end only choose between kinds of text, which are all read alike. */
const textTypes: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  md: 'text/markdown',
  json: 'application/json',
  html: 'text/html',
  htm: 'text/html',
  xml: 'application/xml',
  svg: 'image/svg+xml',
}

/**
 * Pure: says what a file is, by its own bytes; never by what its name claims. A file that is two things at once is what its beginning says.
 * @param beginning the first bytes, at least 1 MB of a longer file
 * @param end the last bytes, with the list of what is in an archive
 * @returns undefined for what is neither a picture, a PDF, a document of an office nor text
 */
export function detectFileType(name: string, beginning: Uint8Array, end: Uint8Array): DetectedType | undefined {
  const picture = imageHeader(beginning)
  if (picture) return { type: picture.type, width: picture.width, height: picture.height }
  if (startsWith(beginning, '%PDF-')) return { type: 'application/pdf' }
  if (startsWith(beginning, 'PK\u0003\u0004')) return officeType(end)
  return isText(beginning) ? { type: textType(name) } : undefined
}

function startsWith(bytes: Uint8Array, letters: string): boolean {
  return Buffer.from(bytes.subarray(0, letters.length)).toString('latin1') === letters
}

/** An office document is an archive that has a file of this name. */
function officeType(end: Uint8Array): DetectedType | undefined {
  const list = Buffer.from(end.buffer, end.byteOffset, end.byteLength)
  if (list.includes('word/document.xml')) return { type: DOCX }
  return list.includes('xl/workbook.xml') ? { type: XLSX } : undefined
}

function textType(name: string): string {
  const ending = /\.([a-z0-9]{1,8})$/i.exec(name.slice(-20))?.[1]?.toLowerCase() ?? ''
  return textTypes[ending] ?? 'text/plain'
}
