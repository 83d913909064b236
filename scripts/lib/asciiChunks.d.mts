import type { Plugin } from 'vite'

interface Chunk<Map> {
  readonly code: string
  readonly map: Map
  readonly fileName: string
}

export function asciiChunk(chunk: Chunk<null>): { readonly code: string; readonly map: null }
export function asciiChunk(chunk: Chunk<object>): {
  readonly code: string
  readonly map: { readonly mappings: string; readonly names: string[]; readonly sources: string[]; readonly version: number }
}
export function asciiChunks(): Plugin
