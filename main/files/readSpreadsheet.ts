import { LimitedText, type Extraction, type ExtractionLimits } from './extractedText'
import { unpackArchive } from './unpackArchive'

/** The sheets that are read, and the columns of a row that may be empty before a cell. */
const MOST_SHEETS = 200
const MOST_COLUMNS = 16_384

/** A tag of XML with what stands between it and the next one. */
interface Tag {
  readonly name: string
  readonly closes: boolean
  /** It has no content: `<a/>`. */
  readonly isEmpty: boolean
  readonly attributes: string
  readonly text: string
}

/**
 * Pure: returns the cells of a spreadsheet (Office Open XML, ECMA-376 part 1, section 18) as text: a line for each row, with tabs between cells.
 * Formulas are what they were when it was saved.
 * @throws {TooLarge}
 * @throws {DamagedArchive}
 */
export function readSpreadsheet(bytes: Buffer, { textBytes, unpackedBytes }: ExtractionLimits): Extraction {
  let sheets = 0
  const parts = unpackArchive(
    bytes,
    (name) => {
      const isSheet = /^xl\/worksheets\/[^/]{1,100}\.xml$/.test(name) && sheets < MOST_SHEETS
      if (isSheet) sheets++
      return isSheet || name === 'xl/sharedStrings.xml' || name === 'xl/workbook.xml'
    },
    unpackedBytes,
  )
  const shared = sharedStrings(partText(parts, 'xl/sharedStrings.xml'))
  const names = sheetNames(partText(parts, 'xl/workbook.xml'))
  const text = new LimitedText(textBytes)
  const paths = [...parts.keys()]
    .filter((name) => name.startsWith('xl/worksheets/'))
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  for (const [index, path] of paths.entries()) {
    if (text.isFull) break
    text.add(`${index === 0 ? '' : '\n'}# ${names[index] ?? `Sheet ${index + 1}`}\n`)
    addRows(partText(parts, path), shared, text)
  }
  return text.end()
}

function partText(parts: ReadonlyMap<string, Uint8Array>, name: string): string {
  const part = parts.get(name)
  return part ? Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('utf8') : ''
}

function sharedStrings(xml: string): readonly string[] {
  const strings: string[] = []
  let current: string | undefined
  for (const { name, closes, isEmpty, text } of tagsOf(xml)) {
    if (name === 'si' && !closes) current = isEmpty ? (strings.push(''), undefined) : ''
    else if (name === 't' && !closes && current !== undefined) current += unescapeXml(text)
    else if (name === 'si' && current !== undefined) {
      strings.push(current)
      current = undefined
    }
  }
  return strings
}

function sheetNames(xml: string): readonly string[] {
  const names: string[] = []
  for (const { name, closes, attributes } of tagsOf(xml))
    if (name === 'sheet' && !closes) names.push(unescapeXml(attribute(attributes, 'name') ?? ''))
  return names
}

function addRows(xml: string, shared: readonly string[], text: LimitedText): void {
  let row: string[] = []
  let column = 0
  let type: string | undefined
  let value = ''
  for (const tag of tagsOf(xml)) {
    if (text.isFull) return
    if (tag.name === 'row' && !tag.closes) row = []
    if (tag.name === 'c' && !tag.closes) {
      column = columnOf(attribute(tag.attributes, 'r')) ?? row.length
      type = attribute(tag.attributes, 't')
      value = ''
    }
    if (!tag.closes && (tag.name === 'v' || tag.name === 't')) value += unescapeXml(tag.text)
    if (tag.name === 'c' && tag.closes) {
      while (row.length < column) row.push('')
      row.push((type === 's' ? (shared[Number(value)] ?? '') : value).replaceAll(/[\t\r\n]+/g, ' '))
    }
    if (tag.name === 'row' && tag.closes) text.add(`${row.join('\t')}\n`)
  }
}

/** The column of a cell such as `AB12`, from 0. */
function columnOf(cell: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(cell ?? '')?.[0]
  if (letters === undefined) return undefined
  const column = Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return column < MOST_COLUMNS ? column : undefined
}

/** Goes through the tags of XML in their order. Each character is looked at once. */
function* tagsOf(xml: string): Generator<Tag> {
  for (let at = xml.indexOf('<'); at !== -1;) {
    const end = xml.indexOf('>', at)
    if (end === -1) return
    const next = xml.indexOf('<', end)
    const inside = xml.slice(at + 1, end)
    const closes = inside.startsWith('/')
    const isEmpty = inside.endsWith('/')
    const head = inside.slice(closes ? 1 : 0, isEmpty ? -1 : undefined)
    const space = head.search(/\s/)
    const full = space === -1 ? head : head.slice(0, space)
    const name = full.slice(full.indexOf(':') + 1)
    const attributes = space === -1 ? '' : head.slice(space)
    yield { name, closes, isEmpty, attributes, text: isEmpty ? '' : xml.slice(end + 1, next === -1 ? undefined : next) }
    at = next
  }
}

function attribute(attributes: string, name: string): string | undefined {
  const at = attributes.indexOf(` ${name}="`)
  if (at === -1) return undefined
  const from = at + name.length + 3
  return attributes.slice(from, attributes.indexOf('"', from))
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function unescapeXml(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(/&(?:([a-z]{2,4})|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));/g, (whole, name, decimal, hex) => {
    if (typeof name === 'string') return entities[name] ?? whole
    const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD'
  })
}
