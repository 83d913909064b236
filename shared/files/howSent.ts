import type { ProviderKind } from '../domain/models/modelProvider'
import type { AttachedFile } from './attachedFile'
import { mediaLimits, type MediaLimits } from './mediaLimits'
import { takenMedia } from './takenMedia'

/** An endpoint, as far as files matter to it. */
export interface FileTaker {
  /** Whether it takes files of this media type as they are. */
  readonly takes: (mediaType: string) => boolean
  readonly limits: MediaLimits
}

/** Pure: returns the endpoint of a model, as far as files matter to it. */
export function fileTaker(kind: ProviderKind, model: string): FileTaker {
  return { takes: (mediaType) => takenMedia[kind].includes(mediaType), limits: mediaLimits(kind, model) }
}

/** What of a file is more than an endpoint takes. A PDF in which no pages could be counted has a key, is broken, or did not open in time: that may be refused too. */
export type Excess = 'length' | 'edge' | 'pages' | 'unread'

type Sized = Pick<AttachedFile, 'type' | 'bytes' | 'width' | 'height' | 'pages'>

/** Pure: returns what of a file alone is more than an endpoint takes. */
export function excessOf(file: Sized, { pictureLength = Infinity, edge = Infinity, pages }: MediaLimits): Excess | undefined {
  if (isPdf(file) && pages !== undefined) {
    if (file.pages === undefined) return 'unread'
    return file.pages > pages ? 'pages' : undefined
  }
  if (!isImage(file)) return undefined
  if (base64Length(file.bytes) > pictureLength) return 'length'
  return longerEdge(file) > edge ? 'edge' : undefined
}

/** Pure: whether a model can get anything of a file: as it is, as text, or not at all. */
export function howSent(file: Sized & Pick<AttachedFile, 'text'>, { takes, limits }: FileTaker): 'native' | 'text' | 'not' {
  if (takes(file.type) && excessOf(file, limits) === undefined) return 'native'
  return file.text === 'none' ? 'not' : 'text'
}

/** What one request carries of pictures and PDFs as they are: `take` says whether another file fits to those before it. */
export class RequestMedia {
  readonly #limits: MediaLimits
  #pictures: number
  #longest: number
  #pages = 0

  /** @param others the longer edges of pictures that the request carries anyway */
  constructor(limits: MediaLimits, others: readonly number[] = []) {
    this.#limits = limits
    this.#pictures = others.length
    this.#longest = longestOf(others)
  }

  take(file: Sized): boolean {
    if (excessOf(file, this.#limits) !== undefined) return false
    if (isPdf(file)) return this.#takePages(file.pages ?? 0)
    return !isImage(file) || this.takePictures([longerEdge(file)])
  }

  /** The same of pictures by their longer edges: all of them, or none. */
  takePictures(edges: readonly number[]): boolean {
    const { pictures = Infinity, many } = this.#limits
    const count = this.#pictures + edges.length
    const longest = Math.max(this.#longest, longestOf(edges))
    if (count > pictures || (many && count > many.pictures && longest > many.edge)) return false
    this.#pictures = count
    this.#longest = longest
    return true
  }

  #takePages(count: number): boolean {
    if (this.#pages + count > (this.#limits.pages ?? Infinity)) return false
    this.#pages += count
    return true
  }
}

/** Pure: the length of so many bytes in base64. */
function base64Length(bytes: number): number {
  return 4 * Math.ceil(bytes / 3)
}

/** Pure: the most bytes of such a length in base64. */
export function bytesOf(base64: number): number {
  return 3 * Math.floor(base64 / 4)
}

function longestOf(edges: readonly number[]): number {
  return edges.reduce((longest, edge) => Math.max(longest, edge), 0)
}

function longerEdge({ width = 0, height = 0 }: Sized): number {
  return Math.max(width, height)
}

function isImage({ type }: Sized): boolean {
  return type.startsWith('image/')
}

function isPdf({ type }: Sized): boolean {
  return type === 'application/pdf'
}
