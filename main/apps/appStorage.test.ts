import { expect, it } from 'vitest'
import { APP_STORAGE_CHARACTERS, APP_STORAGE_NAMES } from '../../shared/confinedFrames/appStorage'
import type { StoredChange } from '../../shared/domain/apps/app'
import { ServerId } from '../../shared/domain/ids'
import { Database } from '../storage/database'
import { AppStorage } from './appStorage'

const board = ServerId.parse('board')
const other = ServerId.parse('other')
const moved = ServerId.parse('moved')

it('each server has its own entries, which move with its name and go with it', () => {
  using storage = open()
  storage.of.save(board, [
    ['a', '1'],
    ['b', '2'],
    ['a', '3'],
  ])
  storage.of.save(other, [['a', 'theirs']])
  storage.of.save(board, [
    ['b', null],
    ['never', null],
  ])
  expect([storage.of.of(board), storage.of.of(other)]).toEqual([[['a', '3']], [['a', 'theirs']]])
  storage.of.renameServer(board, moved)
  expect([storage.of.of(board), storage.of.of(moved)]).toEqual([[], [['a', '3']]])
  storage.of.keepOnly(new Set([moved]))
  expect(storage.of.of(other)).toEqual([])
  storage.of.forgetServer(moved)
  expect(storage.of.of(moved)).toEqual([])
})

it('takes nothing of what is too much, and room that was freed can be used', () => {
  using storage = open()
  const half = 'x'.repeat(APP_STORAGE_CHARACTERS / 2 - 1)
  storage.of.save(board, [
    ['a', half],
    ['b', half],
  ])
  expect(() =>
    storage.of.save(board, [
      ['a', 'new'],
      ['c', half + half],
    ]),
  ).toThrow(expect.objectContaining({ code: 'MESSAGE_TOO_LARGE' }))
  expect(storage.of.of(board)).toEqual([
    ['a', half],
    ['b', half],
  ])
  storage.of.save(board, [
    ['a', null],
    ['c', half],
  ])
  expect(storage.of.of(board).map(([name]) => name)).toEqual(['b', 'c'])
  const tooMany = Array.from({ length: APP_STORAGE_NAMES + 1 }, (_, index): StoredChange => [`n${index}`, ''])
  expect(() => storage.of.save(other, tooMany)).toThrow()
  expect(storage.of.of(other)).toEqual([])
})

function open(): { readonly of: AppStorage } & Disposable {
  const database = new Database(':memory:')
  return { of: new AppStorage(database), [Symbol.dispose]: () => database.close() }
}
