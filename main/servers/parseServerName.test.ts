import { expect, it } from 'vitest'
import { AppError } from '../../shared/errors/appError'
import { parseServerName } from './parseServerName'

it('H15: says by a reason why a name cannot be one', () => {
  const whyNot = (name: string): unknown => {
    try {
      return parseServerName(name)
    } catch (thrown) {
      const { code, reason, params } = AppError.from(thrown)
      return [code, reason, params]
    }
  }
  // Each is drawn like "files" or "two words", or like the name of Parley.
  const twins = ['files\u00ad', 'files\u034f', 'fi\u3164les', 'files\ufe0f', 'files\u{e0041}', 'two\u00a0words', 'files\u2800', 'a\tb']
  expect(twins.map(whyNot)).toEqual(twins.map(() => ['INVALID_INPUT', 'servers.nameHidden', undefined]))
  expect([' files', 'files ', 'two  words'].map(whyNot)).toEqual(Array(3).fill(['INVALID_INPUT', 'servers.nameSpaces', undefined]))
  const ours = ['Parley', 'parley', 'PARLEY', 'P\u0430rley', '\uff30arley', 'Par1ey']
  expect(ours.map(whyNot)).toEqual(ours.map(() => ['INVALID_INPUT', 'servers.nameParleys', undefined]))
  // Names of people, of other scripts and with pictures stay.
  for (const name of ['two words', 'Öffentliche Akten', 'می\u200cخواهم', '❤\ufe0f notes', 'поиск']) expect(whyNot(name)).toBe(name)
  expect(['files', ' ', 'x'.repeat(201), 'a\u202eb', 'toString'].map(whyNot)).toEqual([
    'files',
    ['INVALID_INPUT', 'servers.nameEmpty', undefined],
    ['INVALID_INPUT', 'servers.nameTooLong', { most: 200 }],
    ['INVALID_INPUT', 'servers.nameHidden', undefined],
    ['INVALID_INPUT', 'servers.nameReserved', { name: 'toString' }],
  ])
})
