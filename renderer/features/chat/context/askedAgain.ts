import { MOST_ATTACHMENTS, type ChatMessage } from '../../../../shared/domain/chat'
import { MOST_FILES, type AttachedFile } from '../../../../shared/files/attachedFile'
import type { Attached } from '../../../state/draftAttachments'

/** What a person can ask once more, as an unsent message. */
export interface Asked {
  readonly text: string
  readonly files: readonly AttachedFile[]
  readonly attached: readonly Attached[]
}

/**
 * Pure: returns all that a person asked and what they said while it was answered, each file and attachment once. Undefined where it cannot
 * be asked again whole: what a prompt or an app gave cannot be attached a second time, and one message takes only so much.
 */
export function askedAgain(question: ChatMessage, answer: ChatMessage): Asked | undefined {
  if (question.role !== 'user') return undefined
  const said = answer.parts.filter((part) => part.kind === 'steering')
  const texts = [...question.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])), ...said.map(({ text }) => text)]
  const files = new Map<string, AttachedFile>()
  const attached = new Map<string, Attached>()
  for (const part of [...question.parts, ...said.flatMap((one) => one.attached)]) {
    if (part.kind === 'file') files.set(part.file.sha256, part.file)
    if (part.kind !== 'attachment') continue
    const { source, serverId, uri, name } = part
    if (source === 'prompt' || source === 'app' || uri === undefined) return undefined
    attached.set(JSON.stringify([source, serverId, uri]), { source, serverId, uri, name })
  }
  if (files.size > MOST_FILES || attached.size > MOST_ATTACHMENTS) return undefined
  return { text: texts.filter((text) => text !== '').join('\n\n'), files: [...files.values()], attached: [...attached.values()] }
}
