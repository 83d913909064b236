import type { ServerId } from '../../../shared/domain/ids'
import type { UserInput } from '../userMessage'

/** Pure: what a person wrote, with its attachments under the new name of their server. */
export function renameServerIn<Input extends UserInput>(input: Input, from: ServerId, to: ServerId): Input {
  return {
    ...input,
    attached: input.attached.map((part) => (part.kind === 'attachment' && part.serverId === from ? { ...part, serverId: to } : part)),
  }
}
