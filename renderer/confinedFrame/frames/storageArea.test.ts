import { expect, it } from 'vitest'
import { storageArea } from './storageArea'

function area(entries: readonly (readonly [string, string])[] = [], most = { names: 3, characters: 20 }) {
  const changes: (readonly [string, string | null])[] = []
  const storage = storageArea({ entries: new Map(entries), most, onChange: (name, value) => void changes.push([name, value]) })
  return { storage, changes }
}

it('is what localStorage is elsewhere: by its methods, and by properties', () => {
  const { storage, changes } = area([['kept', '1']])
  expect([storage.length, storage.key(0), storage.key(1), storage.getItem('kept'), storage['kept'], storage.getItem('none')]).toEqual([
    1,
    'kept',
    null,
    '1',
    '1',
    null,
  ])
  storage['theme'] = 'dark'
  storage.setItem('theme', 'dark')
  expect([storage.getItem('theme'), 'theme' in storage, Object.keys(storage), JSON.stringify(storage)]).toEqual([
    'dark',
    true,
    ['kept', 'theme'],
    '{"kept":"1","theme":"dark"}',
  ])
  delete storage['kept']
  storage.removeItem('none')
  storage.clear()
  expect([storage.length, changes]).toEqual([
    0,
    [
      ['theme', 'dark'],
      ['kept', null],
      ['theme', null],
    ],
  ])
})

it('an entry with the name of a method hides none', () => {
  const { storage } = area()
  storage.setItem('getItem', 'x')
  storage.setItem('__proto__', 'y')
  expect([storage.getItem('getItem'), storage.getItem('__proto__')]).toEqual(['x', 'y'])
})

it('throws QuotaExceededError for what is more than it may hold, and stays as it was', () => {
  const { storage, changes } = area([['a', '12345']])
  expect(() => storage.setItem('b', '12345678901234')).toThrow(expect.objectContaining({ name: 'QuotaExceededError' }))
  storage.setItem('a', '1')
  storage.setItem('b', '12345678901234')
  storage.setItem('c', '')
  expect(() => storage.setItem('d', '')).toThrow(expect.objectContaining({ name: 'QuotaExceededError' }))
  expect(changes).toEqual([
    ['a', '1'],
    ['b', '12345678901234'],
    ['c', ''],
  ])
})
