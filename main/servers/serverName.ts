import { ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'

/** Control characters, and those that change the direction of text: a name with them could look like another one. */
const MISLEADING = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u

/** Pure: a name that a server may have. @throws {AppError} INVALID_INPUT that says why it may not. */
export function serverName(name: string): ServerId {
  if (name.trim() === '') throw new AppError('INVALID_INPUT', 'A server needs a name')
  if (name.length > 200) throw new AppError('INVALID_INPUT', 'The name is too long', { hint: 'Use at most 200 characters.' })
  if (MISLEADING.test(name)) {
    throw new AppError('INVALID_INPUT', 'The name holds characters that cannot be seen', { hint: 'Type the name anew.' })
  }
  // Names become keys of objects here and in the page; these would find something of JavaScript's own.
  if (name in Object.prototype) throw new AppError('INVALID_INPUT', `“${name}” cannot be a name`, { hint: 'Choose another one.' })
  return ServerId.parse(name)
}
