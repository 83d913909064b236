import type { Message, Part } from '../../shared/domain/chat'
import { PartId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import type { AttachmentPart } from './attachmentForModel'
import { deriveTitle } from './deriveTitle'

/** What a person says: their words, and what they attached to them. One of both is there. */
export interface UserInput {
  readonly text: string
  readonly attached: readonly AttachmentPart[]
}

/** @throws {AppError} INVALID_INPUT when there is neither a word nor an attachment. */
export function requireContent({ text, attached }: UserInput): void {
  if (text.trim() === '' && attached.length === 0) throw new AppError('INVALID_INPUT', { reason: 'chat.nothingToSend' })
}

/** The parts of a person's message: what is attached stands before the words that speak of it. */
export function userParts({ text, attached }: UserInput, clock: Clock): readonly Part[] {
  const words: Part[] = text === '' ? [] : [{ id: PartId.parse(clock.newId()), kind: 'text', text }]
  return [...attached, ...words]
}

/** Pure: what a message of a person said. */
export function userText({ parts }: Message): UserInput {
  return {
    text: parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n\n'),
    attached: parts.filter((part) => part.kind === 'attachment'),
  }
}

/** Pure: the name of a conversation that begins with these words, or else with what is attached. */
export function titleOfOwn({ text, attached }: UserInput): string {
  return deriveTitle(text.trim() === '' ? (attached[0]?.name ?? '') : text)
}
