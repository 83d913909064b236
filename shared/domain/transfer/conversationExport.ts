import type { ExportId } from '../ids'

/** `markdown` and `html` have the versions in front, to read. `json` has all versions, for programs. */
export const exportFormats = ['markdown', 'html', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

export interface ExportOptions {
  readonly format: ExportFormat
  /** Whether tool calls and their results are part of it. */
  readonly calls: boolean
  /** Whether what models thought is part of it. */
  readonly reasoning: boolean
}

/** An export that has begun. Each `exports.next` goes on with it. */
export interface StartedExport {
  readonly exportId: ExportId
  /** The name of the file. */
  readonly name: string
  /** How many conversations it has. */
  readonly conversations: number
}

/** What one `exports.next` did. */
export interface ExportStep {
  /** How many conversations are written. */
  readonly done: number
  readonly ended: boolean
  /** The next bytes of the file in base64, where the page takes them. The host writes a file of its own itself. */
  readonly bytes?: string
}
