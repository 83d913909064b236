import { ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { drawnForm } from '../../shared/lib/confusableNames'
import { holdsInvisible } from '../../shared/lib/unsafeCharacters'

/** Length in UTF-16 code units. */
const LONGEST = 200

/** A server's name stands where Parley speaks of itself, so none may look like Parley's own. */
const PARLEYS = drawnForm('Parley')

/**
 * Pure: checks the name of a server. A name that only looks like that of another server is allowed, and told (`ServerList.lookAlikes`).
 * @throws {AppError} INVALID_INPUT that says why the name is not allowed.
 */
export function parseServerName(name: string): ServerId {
  if (name.trim() === '') throw new AppError('INVALID_INPUT', { reason: 'servers.nameEmpty' })
  if (name.length > LONGEST) throw new AppError('INVALID_INPUT', { reason: 'servers.nameTooLong', params: { most: LONGEST } })
  if (holdsInvisible(name)) throw new AppError('INVALID_INPUT', { reason: 'servers.nameHidden' })
  // Spaces at an edge, and two beside each other, are drawn as if they were not there.
  if (name !== name.trim() || name.includes('  ')) throw new AppError('INVALID_INPUT', { reason: 'servers.nameSpaces' })
  // Names become object keys here and in the page. These names would find JavaScript's own members.
  if (name in Object.prototype) throw new AppError('INVALID_INPUT', { reason: 'servers.nameReserved', params: { name } })
  if (drawnForm(name) === PARLEYS) throw new AppError('INVALID_INPUT', { reason: 'servers.nameParleys' })
  return ServerId.parse(name)
}
