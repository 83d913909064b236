import type { ChatMessage } from '../../../shared/domain/chat'
import type { CallId, PartId } from '../../../shared/domain/ids'
import { RequestMedia } from '../../../shared/files/howSent'
import type { PicturePlace } from '../../tools/resultForModel'
import { attachedEdges, callsWithPictures } from '../callsWithPictures'
import { readFilesForModel, type FileContent, type FileSource, type FilesForModelOptions } from './filesForModel'

export interface CarriedMediaOptions extends Omit<FilesForModelOptions, 'media'> {
  readonly source: FileSource
  /** Finds out where the request carries pictures of results. */
  readonly place: () => Promise<PicturePlace>
}

/** What a request carries of files and pictures. */
export interface CarriedMedia {
  readonly files: ReadonlyMap<PartId, FileContent>
  readonly pictures: PicturePlace
  /** The calls whose pictures it carries there. */
  readonly withPictures: ReadonlySet<CallId>
}

/** Reads what a request carries of files and pictures. What the person attached goes first: of results goes what the endpoint still takes. */
export async function carriedMedia(
  messages: readonly ChatMessage[],
  { source, place, ...options }: CarriedMediaOptions,
  signal: AbortSignal,
): Promise<CarriedMedia> {
  const { takes, limits } = options.taker
  const media = new RequestMedia(limits, attachedEdges(messages, takes))
  const files = await readFilesForModel(messages, source, { ...options, media }, signal)
  const withPictures = callsWithPictures(messages, media)
  return { files, withPictures, pictures: withPictures.size === 0 ? 'nowhere' : await place() }
}
