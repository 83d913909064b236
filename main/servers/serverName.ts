import { ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'

/** Control characters, and those that change the direction of text: a name with them could look like another one. */
const MISLEADING = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u

/** In UTF-16 code units. */
const LONGEST = 200

/** Pure: a name that a server may have. @throws {AppError} INVALID_INPUT that says why it may not. */
export function serverName(name: string): ServerId {
  if (name.trim() === '') throw new AppError('INVALID_INPUT', { reason: 'servers.nameEmpty' })
  if (name.length > LONGEST) throw new AppError('INVALID_INPUT', { reason: 'servers.nameTooLong', params: { most: LONGEST } })
  if (MISLEADING.test(name)) throw new AppError('INVALID_INPUT', { reason: 'servers.nameHidden' })
  // Names become keys of objects here and in the page; these would find something of JavaScript's own.
  if (name in Object.prototype) throw new AppError('INVALID_INPUT', { reason: 'servers.nameReserved', params: { name } })
  return ServerId.parse(name)
}
