import { PreviewId, type AccountId, type ServerId } from '../../shared/domain/ids'
import type { Prompt } from '../../shared/domain/catalog'
import type { PromptMessage, PromptPreview } from '../../shared/domain/prompt'
import { AppError } from '../../shared/errors/appError'
import type { Message } from '../../shared/messages/message'
import type { Clock } from '../lib/clock'
import { jsonBytes } from '../lib/jsonSize'

/** Each holds what a server sent, up to a whole message, so only the last ones are kept: so many, of so many bytes together. */
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

/** Which prompt is to be filled in, with what, and with which account where it is not the default one. */
export interface PreviewAsk {
  readonly prompt: string
  readonly arguments: Readonly<Record<string, string>>
  readonly accountId?: AccountId | undefined
}

/** The owner of prompts that were filled in and shown: what a person read is exactly what is sent, by its id. */
export class PromptPreviews {
  readonly #source: PromptSource
  readonly #clock: Clock
  readonly #previews = new Map<PreviewId, PromptPreview>()
  #bytes = 0

  constructor(deps: { readonly source: PromptSource; readonly clock: Clock }) {
    this.#source = deps.source
    this.#clock = deps.clock
  }

  /** Lets the server fill in a prompt, and keeps what it made. @throws {AppError} INVALID_ARGUMENTS when a required argument is missing. */
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
      bytes: jsonBytes(filled.messages),
    }
    this.#keep(preview)
    return preview
  }

  /** What was shown under this id. It stays here, so that sending can be tried again. @throws {AppError} NOT_FOUND */
  take(previewId: PreviewId): PromptPreview {
    const preview = this.#previews.get(previewId)
    if (preview) return preview
    throw new AppError('NOT_FOUND', { reason: 'prompts.notKept' })
  }

  /** The oldest go where there is no room; what a person looks at now stays, whatever its size. */
  #keep(preview: PromptPreview): void {
    this.#previews.set(preview.previewId, preview)
    this.#bytes += preview.bytes
    for (const [id, { bytes }] of this.#previews) {
      if (id === preview.previewId || (this.#previews.size <= KEPT && this.#bytes <= BYTES_KEPT)) return
      this.#previews.delete(id)
      this.#bytes -= bytes
    }
  }
}

/** The arguments that the prompt knows. One that was left empty is not sent; a required one must be there. */
function accepted(prompt: Prompt, args: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const missing = prompt.arguments.filter(({ name, required }) => required && !args[name])
  if (missing.length > 0) {
    const names = missing.map(({ name }): Message => ({ id: 'chat.quoted', params: { name } }))
    throw new AppError('INVALID_ARGUMENTS', { reason: 'prompts.argumentsMissing', params: { prompt: prompt.name, names } })
  }
  const known = new Set(prompt.arguments.map(({ name }) => name))
  return Object.fromEntries(Object.entries(args).filter(([name, value]) => known.has(name) && value !== ''))
}
