import * as z from 'zod'
import { AccountId, ServerId } from '../domain/ids'
import type { PromptPreview } from '../domain/promptPreview'
import { call } from './contractKinds'

export const promptsCalls = {
  /**
   * Lets the server fill in a prompt, for its default account or another one. The model gets nothing yet: `chat.sendPrompt` sends exactly
   * the preview. Each argument has at most 100,000 characters.
   * Result: the messages with an id, and the bytes of their content. Parley keeps the last 50 previews, up to 64 MB, in memory.
   * Errors: NOT_FOUND, INVALID_ARGUMENTS (a required one is missing, or the server refused them), and those of a server (contractKinds.ts).
   */
  'prompts.preview': call<PromptPreview>()(
    z.object({
      serverId: ServerId,
      prompt: z.string().max(1000),
      arguments: z.record(z.string(), z.string().max(100_000)),
      accountId: AccountId.optional(),
    }),
  ),
}
