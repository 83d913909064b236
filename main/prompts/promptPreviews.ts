import { PreviewId, type AccountId, type ServerId } from '../../shared/domain/ids'
import type { Prompt } from '../../shared/domain/catalog'
import type { PromptMessage, PromptPreview } from '../../shared/domain/promptPreview'
import { AppError } from '../../shared/errors/appError'
import type { Message } from '../../shared/i18n/message'
import type { Clock } from '../lib/clock'
import { contentBytes } from '../lib/contentBytes'
import { jsonBytes } from '../lib/jsonSize'

/**
 * A preview can be as large as a whole message from a server, so only the newest previews are kept: at most this many, with at most this
 * many bytes in total.
 */
const KEPT = 50
const BYTES_KEPT = 64 * 1024 * 1024

/** The part of the connection pool that prompts need. */
export interface PromptSource {
  catalog(serverId: ServerId, accountId?: AccountId): { readonly prompts: readonly Prompt[] }
  getPrompt(
    serverId: ServerId,
    ask: { readonly name: string; readonly arguments: Readonly<Record<string, string>>; readonly accountId?: AccountId | undefined },
    signal: AbortSignal,
  ): Promise<{ readonly description?: string; readonly messages: readonly PromptMessage[] }>
}

/** The prompt to fill in, its arguments, and the account if it is not the default one. */
export interface PreviewAsk {
  readonly prompt: string
  readonly arguments: Readonly<Record<string, string>>
  readonly accountId?: AccountId | undefined
}

interface Kept {
  readonly preview: PromptPreview
  /** What it takes in memory, about. */
  readonly size: number
}

/** The owner of previews: prompts that were filled in and shown. Exactly what a person read is sent, by its id. */
export class PromptPreviews {
  readonly #source: PromptSource
  readonly #clock: Clock
  readonly #previews = new Map<PreviewId, Kept>()
  #bytes = 0

  constructor(deps: { readonly source: PromptSource; readonly clock: Clock }) {
    this.#source = deps.source
    this.#clock = deps.clock
  }

  /**
   * Asks the server to fill in a prompt, and keeps the result.
   * @throws {AppError} INVALID_ARGUMENTS when a required argument is missing.
   */
  async preview(serverId: ServerId, { prompt, arguments: args, accountId }: PreviewAsk, signal: AbortSignal): Promise<PromptPreview> {
    const known = this.#source.catalog(serverId, accountId).prompts.find(({ name }) => name === prompt)
    const filled = await this.#source.getPrompt(
      serverId,
      { name: prompt, arguments: known ? accepted(known, args) : args, accountId },
      signal,
    )
    const preview: PromptPreview = {
      previewId: PreviewId.parse(this.#clock.newId()),
      serverId,
      prompt,
      ...filled,
      bytes: contentBytes(filled.messages.flatMap(({ content }) => content)),
    }
    this.#keep(preview)
    return preview
  }

  /**
   * Returns the preview with this id. It is kept, so that sending can be tried again.
   * @throws {AppError} NOT_FOUND
   */
  take(previewId: PreviewId): PromptPreview {
    const kept = this.#previews.get(previewId)
    if (kept) return kept.preview
    throw new AppError('NOT_FOUND', { reason: 'prompts.notKept' })
  }

  /** Removes the oldest previews when there is no room. The preview on the screen is always kept. */
  #keep(preview: PromptPreview): void {
    const kept = { preview, size: jsonBytes(preview.messages) }
    this.#previews.set(preview.previewId, kept)
    this.#bytes += kept.size
    for (const [id, { size }] of this.#previews) {
      if (id === preview.previewId || (this.#previews.size <= KEPT && this.#bytes <= BYTES_KEPT)) return
      this.#previews.delete(id)
      this.#bytes -= size
    }
  }
}

/** Returns the arguments that the prompt accepts. Empty arguments are not sent. Required arguments must be present. */
function accepted(prompt: Prompt, args: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const missing = prompt.arguments.filter(({ name, required }) => required && !args[name])
  if (missing.length > 0) {
    const names = missing.map(({ name }): Message => ({ id: 'chat.quoted', params: { name } }))
    throw new AppError('INVALID_ARGUMENTS', { reason: 'prompts.argumentsMissing', params: { prompt: prompt.name, names } })
  }
  const known = new Set(prompt.arguments.map(({ name }) => name))
  return Object.fromEntries(Object.entries(args).filter(([name, value]) => known.has(name) && value !== ''))
}
