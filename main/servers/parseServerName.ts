import { ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'

/** Control characters, and characters that change the direction of text. With them, a name could look like another name. */
const MISLEADING = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u

/** Length in UTF-16 code units. */
const LONGEST = 200

/**
 * Pure: checks the name of a server.
 * @throws {AppError} INVALID_INPUT that says why the name is not allowed.
 */
export function parseServerName(name: string): ServerId {
  if (name.trim() === '') throw new AppError('INVALID_INPUT', { reason: 'servers.nameEmpty' })
  if (name.length > LONGEST) throw new AppError('INVALID_INPUT', { reason: 'servers.nameTooLong', params: { most: LONGEST } })
  if (MISLEADING.test(name)) throw new AppError('INVALID_INPUT', { reason: 'servers.nameHidden' })
  // Names become object keys here and in the page. These names would find JavaScript's own members.
  if (name in Object.prototype) throw new AppError('INVALID_INPUT', { reason: 'servers.nameReserved', params: { name } })
  return ServerId.parse(name)
}
