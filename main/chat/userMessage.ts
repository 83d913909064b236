import type { ChatMessage, Part } from '../../shared/domain/chat'
import { PartId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import type { AttachmentPart } from './attachmentPart'
import { deriveTitle } from './deriveTitle'

/** The input of a person: text, attachments, or both. */
export interface UserInput {
  readonly text: string
  readonly attached: readonly AttachmentPart[]
}

/** @throws {AppError} INVALID_INPUT when there is neither text nor an attachment. */
export function requireContent({ text, attached }: UserInput): void {
  if (text.trim() === '' && attached.length === 0) throw new AppError('INVALID_INPUT', { reason: 'chat.nothingToSend' })
}

/** Returns the parts of a person's message. Attachments come before the text that refers to them. */
export function userParts({ text, attached }: UserInput, clock: Clock): readonly Part[] {
  const words: Part[] = text === '' ? [] : [{ id: PartId.parse(clock.newId()), kind: 'text', text }]
  return [...attached, ...words]
}

/** Pure: returns the text and attachments of a person's message. */
export function userText({ parts }: ChatMessage): UserInput {
  return {
    text: parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n\n'),
    attached: parts.filter((part) => part.kind === 'attachment'),
  }
}

/** Pure: returns the title of a conversation that begins with this text, or else with the first attachment. */
export function titleOfUserInput({ text, attached }: UserInput): string {
  return deriveTitle(text.trim() === '' ? (attached[0]?.name ?? '') : text)
}
