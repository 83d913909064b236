import type { Part } from '../../../shared/domain/chat'
import { PartId } from '../../../shared/domain/ids'
import type { AttachedFile } from '../../../shared/files/attachedFile'
import type { Clock } from '../../lib/clock'

export type FilePart = Extract<Part, { kind: 'file' }>

/** Returns a part of a message for a file that a person attached. Its content stays where it is. */
export function filePart(file: AttachedFile, clock: Pick<Clock, 'newId'>): FilePart {
  return { id: PartId.parse(clock.newId()), kind: 'file', file }
}
