const kinds = {
  'image/png': 'image',
  'image/jpeg': 'image',
  'image/gif': 'image',
  'image/webp': 'image',
  'audio/mpeg': 'audio',
  'audio/mp3': 'audio',
  'audio/mp4': 'audio',
  'audio/wav': 'audio',
  'audio/x-wav': 'audio',
  'audio/ogg': 'audio',
  'audio/webm': 'audio',
  'audio/flac': 'audio',
} as const

/** Pure: a `data:` address for an image or sound of a server; undefined for every kind that is not on the list, or is not base64. */
export function mediaUrl(mimeType: string, data: string): { readonly kind: 'image' | 'audio'; readonly url: string } | undefined {
  const type = mimeType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (!isKnown(type) || !/^[A-Za-z0-9+/=\s]+$/.test(data)) return undefined
  return { kind: kinds[type], url: `data:${type};base64,${data.replace(/\s+/g, '')}` }
}

function isKnown(type: string): type is keyof typeof kinds {
  return Object.hasOwn(kinds, type)
}
