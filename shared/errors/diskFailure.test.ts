import { expect, it } from 'vitest'
import { AppError } from './appError'

const failing = (more: object): Error => Object.assign(new Error('as the system says it'), more)

it.each([
  ['no space', { code: 'ENOSPC', syscall: 'write' }, 'storage.diskFull'],
  ['over quota', { code: 'EDQUOT' }, 'storage.diskFull'],
  ['read-only', { code: 'EROFS' }, 'storage.diskReadOnly'],
  ['failing', { code: 'EIO' }, 'storage.diskFails'],
  ['SQLite: full', { code: 'ERR_SQLITE_ERROR', errcode: 13 }, 'storage.diskFull'],
  ['SQLite: read-only, with its extended code', { code: 'ERR_SQLITE_ERROR', errcode: 8 | (4 << 8) }, 'storage.diskReadOnly'],
  ['SQLite: failing', { code: 'ERR_SQLITE_ERROR', errcode: 10 | (3 << 8) }, 'storage.diskFails'],
])('a disk that is %s is said in words of Parley, never in those of the system', (_, more, reason) => {
  expect(AppError.from(failing(more)).toData()).toEqual({ code: 'NOT_SAVED', message: reason, reason })
})

it.each([
  ['a file that may not be read', { code: 'EACCES' }],
  ['too many watched files', { code: 'ENOSPC', syscall: 'watch' }],
  ['a broken rule of a table', { code: 'ERR_SQLITE_ERROR', errcode: 19 }],
  ['a code that every object has', { code: 'constructor' }],
])('%s is no failure of the disk', (_, more) => {
  expect(AppError.from(failing(more)).code).toBe('INTERNAL')
})
