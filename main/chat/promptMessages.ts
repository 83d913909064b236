import type { ChatMessage } from '../../shared/domain/chat'
import { PartId } from '../../shared/domain/ids'
import type { PromptPreview } from '../../shared/domain/promptPreview'
import type { Clock } from '../lib/clock'
import { contentBytes } from '../lib/contentBytes'

/** Pure except for new ids: returns the messages of a prompt exactly as the person saw them, with their roles. */
export function promptMessages(preview: PromptPreview, clock: Clock): readonly Pick<ChatMessage, 'role' | 'parts'>[] {
  const { serverId, prompt: name, messages } = preview
  return messages.map(({ role, content }) => {
    const id = PartId.parse(clock.newId())
    return { role, parts: [{ id, kind: 'attachment', source: 'prompt', serverId, name, content, bytes: contentBytes(content) }] }
  })
}
