import type { ChatMessage, Part } from '../../shared/domain/chat'
import type { CallId } from '../../shared/domain/ids'
import type { RequestMedia } from '../../shared/files/howSent'
import { pictureIn, type TakesMedia } from '../tools/contentForModel'
import { picturesIn } from '../tools/resultForModel'

/** Endpoints take 20 pictures of any size in one request. Source: Anthropic, Vision, "Evaluate image size" (docs.claude.com). */
const MOST_PICTURES = 20
/** In characters of base64: some endpoints take requests of 20 MB. */
const MOST_CHARACTERS = 10 * 1024 * 1024

/**
 * The calls whose pictures a request carries: the newest ones, because they are what the model is working with, as far as they fit.
 * @param media What the request carries already, as the person's own pictures go first.
 */
export function callsWithPictures(messages: readonly ChatMessage[], media: Pick<RequestMedia, 'takePictures'>): ReadonlySet<CallId> {
  const chosen = new Set<CallId>()
  let pictures = 0
  let characters = 0
  const calls = messages.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'call' ? [part.call] : [])))
  for (const { id, result } of calls.toReversed()) {
    const found = result ? picturesIn(result) : []
    if (found.length === 0) continue
    pictures += found.length
    characters += found.reduce((sum, { data }) => sum + data.length, 0)
    if (pictures > MOST_PICTURES || characters > MOST_CHARACTERS) break
    if (media.takePictures(found.map(({ edge }) => edge))) chosen.add(id)
  }
  return chosen
}

/** Pure: the longer edges of the pictures of servers that the person attached. They go with each request. */
export function attachedEdges(messages: readonly ChatMessage[], takes: TakesMedia): readonly number[] {
  const inPart = (part: Part): readonly number[] => {
    if (part.kind === 'steering') return part.attached.flatMap(inPart)
    return part.kind === 'attachment' ? part.content.flatMap((block) => pictureIn(block, takes)?.edge ?? []) : []
  }
  // Where a prompt speaks for the model, its pictures stay behind.
  return messages.flatMap(({ role, parts }) => parts.filter(({ kind }) => role === 'user' || kind === 'steering').flatMap(inPart))
}
