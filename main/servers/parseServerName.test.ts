import { expect, it } from 'vitest'
import { AppError } from '../../shared/errors/appError'
import { parseServerName } from './parseServerName'

it('says by a reason why a name cannot be one', () => {
  const whyNot = (name: string): unknown => {
    try {
      return parseServerName(name)
    } catch (thrown) {
      const { code, reason, params } = AppError.from(thrown)
      return [code, reason, params]
    }
  }
  expect(['files', ' ', 'x'.repeat(201), 'a\u202eb', 'toString'].map(whyNot)).toEqual([
    'files',
    ['INVALID_INPUT', 'servers.nameEmpty', undefined],
    ['INVALID_INPUT', 'servers.nameTooLong', { most: 200 }],
    ['INVALID_INPUT', 'servers.nameHidden', undefined],
    ['INVALID_INPUT', 'servers.nameReserved', { name: 'toString' }],
  ])
})
