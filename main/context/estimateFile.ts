import type { AttachedFile } from '../../shared/files/attachedFile'
import { howSent, type FileTaker } from '../../shared/files/howSent'
import { PICTURE_TOKENS } from './estimatePart'

/** A page of a PDF goes as its text and as a picture. Source: Anthropic, PDF support, "Estimate your costs" (docs.claude.com): 1,500 to 3,000. */
const PAGE_TOKENS = 2_200
const PIXELS_PER_TOKEN = 750

/** Pure: estimates what an attached file takes, in tokens. `textTokens` is what its text takes. */
export function estimateFile(file: AttachedFile, taker: FileTaker, textTokens: (file: AttachedFile) => number): number {
  const how = howSent(file, taker)
  if (how === 'not') return 0
  if (how === 'text') return textTokens(file)
  const { width, height, pages } = file
  if (width !== undefined && height !== undefined) return Math.min(PICTURE_TOKENS, Math.ceil((width * height) / PIXELS_PER_TOKEN))
  if (pages !== undefined) return pages * PAGE_TOKENS
  return file.type.startsWith('image/') ? PICTURE_TOKENS : textTokens(file)
}
