import type { ProviderKind } from '../domain/models/modelProvider'

const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const
const PDF = 'application/pdf'
const SOUNDS = ['audio/wav', 'audio/mpeg', 'audio/mp3', 'audio/ogg', 'audio/flac', 'audio/aac'] as const

/** The media types that endpoints of each kind accept in a user message. Whether a model behind an endpoint sees pictures is another matter. */
export const takenMedia: Readonly<Record<ProviderKind, readonly string[]>> = {
  anthropic: [...IMAGES, PDF],
  google: [...IMAGES, ...SOUNDS, PDF],
  openai: [...IMAGES, PDF],
  'openai-compatible': IMAGES,
  ollama: IMAGES,
}
