import { AppError } from '../../shared/errors/appError'
import { fileLabel } from '../../shared/files/fileLabel'
import type { ImportedPart } from './importedConversation'

/** Pure: what stands in a message where a file was attached: an export has its name at most. */
export function fileNotice(name: string): ImportedPart {
  return errorNotice(new AppError('NOT_FOUND', { reason: 'imports.fileNotIncluded', params: { file: fileLabel(name) } }))
}

/** Pure: what stands in a message for a part that cannot be read. */
export function unreadableNotice(): ImportedPart {
  return errorNotice(new AppError('INVALID_INPUT', { reason: 'imports.partUnreadable' }))
}

function errorNotice(error: AppError): ImportedPart {
  return { kind: 'notice', error: error.toData() }
}
