import type { ProviderKind } from '../domain/models/modelProvider'

const MB = 1024 * 1024

/** What an endpoint takes of pictures and PDFs: it refuses the whole request for one of them. What is absent is not known to be limited. */
export interface MediaLimits {
  /** The length of one picture in base64. */
  readonly pictureLength?: number
  /** The longer edge of one picture, in pixels. */
  readonly edge?: number
  /** The same in a request of more than so many pictures. */
  readonly many?: { readonly pictures: number; readonly edge: number }
  readonly pictures?: number
  /** The pages of all PDFs together. */
  readonly pages?: number
}

/**
 * Sources: Anthropic, Vision and PDF support (docs.claude.com), and what it answers: "image exceeds 5 MB maximum: 5649924 bytes > 5242880 bytes"
 * (earendil-works/pi#424; the bytes are those of base64), "A maximum of 100 PDF pages may be provided" (anthropics/claude-code#6231).
 */
const ofAnthropic = {
  pictureLength: 5 * MB,
  edge: 8_000,
  many: { pictures: 20, edge: 2_000 },
  pictures: 100,
  pages: 100,
} as const satisfies MediaLimits

const limits: Readonly<Record<Exclude<ProviderKind, 'anthropic'>, MediaLimits>> = {
  // Its addresses of pictures have 20 MB at most, and the picture is in the address.
  openai: { pictureLength: 20 * MB - 100 },
  // Document understanding (ai.google.dev): 1,000 pages.
  google: { pages: 1_000 },
  'openai-compatible': { pictureLength: 20 * MB - 100 },
  ollama: {},
}

/** 600 pages, "100 for models with a 200k-token context window" (PDF support). */
const withLongContext = { ...ofAnthropic, pages: 600 } as const satisfies MediaLimits

/**
 * Pure: whether a model of Anthropic takes more than 200,000 tokens, by its name. The families that grew have kept that in each version since 4.6,
 * so a later one is believed to have it. Of any other name it is not: one page too many would lose the whole conversation, and with fewer the
 * model gets the text.
 */
function hasLongContext(model: string): boolean {
  const [, major, minor = 0] = /\bclaude-(?:opus|sonnet|fable)-(\d{1,2})(?:[.-](\d{1,2})(?!\d))?(?!\d)/i.exec(model) ?? []
  return Number(major) > 4 || (Number(major) === 4 && Number(minor) >= 6)
}

/** What every endpoint takes of a picture, as far as is known. */
export const strictestLimits = ofAnthropic

/** Pure: returns what the endpoint of a model takes. Others pass requests on to Anthropic, under the names of its models. */
export function mediaLimits(kind: ProviderKind, model: string): MediaLimits {
  if (kind === 'anthropic') return hasLongContext(model) ? withLongContext : ofAnthropic
  return kind === 'openai-compatible' && /claude/i.test(model) ? ofAnthropic : limits[kind]
}
