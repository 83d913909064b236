import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
// Its version for Node starts threads, and cannot be bundled.
import { zipSync } from 'fflate/browser'
import { decodeText, LimitedText, TooLarge, type Extraction, type ExtractionLimits, type PagesCounted } from './extractedText'
import { readSpreadsheet } from './readSpreadsheet'
import { unpackArchive } from './unpackArchive'

/** What the thread gets: one file. It ends with one message, an `Extraction`. `PagesCounted` may come before it. */
export interface ExtractionTask {
  readonly path: string
  readonly type: string
  readonly limits: ExtractionLimits
  /** The folder with the character maps for PDFs in Chinese, Japanese and Korean. */
  readonly cmaps: string
}

async function extract({ path, type, limits, cmaps }: ExtractionTask): Promise<Extraction> {
  const bytes = readFileSync(path)
  if (type === 'application/pdf') return await readPdf(bytes, limits, cmaps)
  if (type.endsWith('.wordprocessingml.document')) return await readDocument(bytes, limits)
  if (type.endsWith('.spreadsheetml.sheet')) return readSpreadsheet(bytes, limits)
  const text = new LimitedText(limits.textBytes)
  text.add(decodeText(bytes))
  return text.end()
}

async function readPdf(bytes: Uint8Array, { textBytes, pages: mostPages }: ExtractionLimits, cmaps: string): Promise<Extraction> {
  // The library wants these when it is loaded; only drawing uses them.
  for (const name of ['DOMMatrix', 'ImageData', 'Path2D']) Reflect.set(globalThis, name, Reflect.get(globalThis, name) ?? class {})
  // Found here, the library starts no worker of its own.
  Reflect.set(globalThis, 'pdfjsWorker', await import('pdfjs-dist/legacy/build/pdf.worker.mjs'))
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const opened = getDocument({
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    cMapUrl: join(cmaps, '/'),
    cMapPacked: true,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    useWasm: false,
    useWorkerFetch: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    stopAtErrors: false,
  })
  const pdf = await opened.promise
  const text = new LimitedText(textBytes)
  const pages = pdf.numPages
  // Counts also where the text takes too long, needs too much memory, or cannot be read.
  parentPort?.postMessage({ counted: pages } satisfies PagesCounted)
  let isEmpty = true
  for (let number = 1; number <= Math.min(pages, mostPages) && !text.isFull; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent({ includeMarkedContent: false })
    const words = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('')
    isEmpty &&= words.trim() === ''
    text.add(`[page ${number}]\n${words.trimEnd()}\n\n`)
    page.cleanup()
  }
  await opened.destroy()
  if (isEmpty) return { pages, problem: 'noText' }
  const { text: all, cut } = text.end()
  return { pages, text: all, cut: cut || pages > mostPages || text.isFull }
}

async function readDocument(bytes: Buffer, limits: ExtractionLimits): Promise<Extraction> {
  // The library gets an archive of Parley's own, so that there is only one reading of a stranger's. Text is in no other files.
  const parts = unpackArchive(bytes, (path) => /\.(?:xml|rels)$/.test(path), limits.unpackedBytes)
  const archive = zipSync(Object.fromEntries(parts), { level: 0 })
  const { default: mammoth } = await import('mammoth')
  const { value } = await mammoth.extractRawText({ buffer: Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength) })
  if (value.trim() === '') return { problem: 'noText' }
  const text = new LimitedText(limits.textBytes)
  text.add(value.replaceAll(/\n{3,}/g, '\n\n'))
  return text.end()
}

function problemOf(thrown: unknown): Extraction {
  if (thrown instanceof TooLarge) return { problem: 'tooLarge' }
  return { problem: thrown instanceof Error && thrown.name === 'PasswordException' ? 'locked' : 'damaged' }
}

const task: ExtractionTask = workerData
void extract(task)
  .catch(problemOf)
  .then((extraction) => parentPort?.postMessage(extraction))
