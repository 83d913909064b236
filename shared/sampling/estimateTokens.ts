import { isRecord } from '../lib/json'
import { isMedia, type Media } from './samplingMedia'

const BYTES_A_TOKEN = 4
/** Usual prices of providers: tokens for a picture of normal size, and base64 characters of sound per token. */
const TOKENS_AN_IMAGE = 1_500
const SOUND_CHARACTERS_A_TOKEN = 700

/**
 * Pure: estimates how many tokens a JSON value has for a model. It counts a quarter of the bytes of its text, and a flat number for an
 * image in a message or in a tool's result. Anywhere else, an image block counts as text. The screen marks the number as an estimate.
 */
export function estimateTokens(value: unknown): number {
  if (Array.isArray(value)) return sum(value, estimateTokens)
  if (!isRecord(value)) return wordTokens(value)
  const { content, ...rest } = value
  if (Array.isArray(content) && 'role' in rest) return wordTokens(rest) + sum(content, estimateTokens)
  if (Array.isArray(content) && rest['type'] === 'tool_result') return wordTokens(rest) + sum(content, blockTokens)
  return blockTokens(value)
}

function blockTokens(block: unknown): number {
  return isMedia(block) ? mediaTokens(block) : wordTokens(block)
}

/** Data with a wrong MIME type counts as text: it may be very long. */
function mediaTokens({ type, data, mimeType }: Media): number {
  if (!mimeType.toLowerCase().startsWith(`${type}/`)) return wordTokens(mimeType) + wordTokens(data)
  if (type === 'image') return wordTokens(mimeType) + TOKENS_AN_IMAGE
  return wordTokens(mimeType) + Math.max(1, Math.ceil(data.length / SOUND_CHARACTERS_A_TOKEN))
}

function wordTokens(value: unknown): number {
  if (typeof value === 'string') return Math.ceil(utf8Length(value) / BYTES_A_TOKEN)
  if (Array.isArray(value)) return sum(value, wordTokens)
  if (!isRecord(value)) return value === undefined ? 0 : 1
  return Object.entries(value).reduce((all, [key, each]) => all + Math.ceil(key.length / BYTES_A_TOKEN) + wordTokens(each), 0)
}

function sum(values: readonly unknown[], of: (value: unknown) => number): number {
  return values.reduce<number>((all, each) => all + of(each), 0)
}

/** Computes the UTF-8 length without a copy, because the text may be long. */
function utf8Length(text: string): number {
  let length = text.length
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code > 0x7f) length += code > 0x7ff && (code < 0xd800 || code > 0xdfff) ? 2 : 1
  }
  return length
}
