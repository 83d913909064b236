import type { ChatMessage, Part } from '../../shared/domain/chat'
import { PartId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import type { AttachmentPart } from './attachments/attachmentPart'
import type { FilePart } from './attachments/filePart'
import { deriveTitle } from './deriveTitle'

/** What goes with the text of a message: something of a server, or a file. */
export type AttachedPart = AttachmentPart | FilePart

/** The input of a person: text, attachments, or both. */
export interface UserInput {
  readonly text: string
  readonly attached: readonly AttachedPart[]
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
    attached: parts.filter((part) => part.kind === 'attachment' || part.kind === 'file'),
  }
}

/** Pure: returns the title of a conversation that begins with this text, or else with the first attachment. */
export function titleOfUserInput({ text, attached }: UserInput): string {
  const [first] = attached
  const name = first?.kind === 'file' ? first.file.name : first?.name
  return deriveTitle(text.trim() === '' ? (name ?? '') : text)
}
