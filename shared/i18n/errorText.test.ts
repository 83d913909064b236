import { describe, expect, it } from 'vitest'
import { AppError, type AppErrorData } from '../errors/appError'
import { errorText } from './errorText'
import { createTranslator, english } from './translator'

describe('errorText', () => {
  it('says in the reader’s language what happened and what to do, also after a journey as JSON', async () => {
    const error = new AppError('INVALID_INPUT', { reason: 'servers.nameReserved', params: { name: 'toString' } })
    const data: AppErrorData = JSON.parse(JSON.stringify(error.toData()))
    expect(errorText(english, AppError.fromData(data))).toEqual({ message: '“toString” cannot be a name', hint: 'Choose another one.' })
    expect(errorText(await createTranslator('de'), data)).toEqual({
      message: '„toString“ kann kein Name sein',
      hint: 'Wähle einen anderen.',
    })
  })

  it('gives no hint where the catalogue has none', () => {
    expect(errorText(english, new AppError('INVALID_INPUT', { reason: 'servers.nameEmpty' }))).toEqual({ message: 'A server needs a name' })
  })

  it('keeps the words of an error without a reason, and of one whose reason only another version knows', () => {
    expect(errorText(english, new AppError('INTERNAL', 'EACCES', { hint: 'Look.' }))).toEqual({ message: 'EACCES', hint: 'Look.' })
    const stored: AppErrorData = JSON.parse('{ "code": "CONFLICT", "message": "servers.gone {}", "reason": "servers.gone" }')
    expect(errorText(english, stored)).toEqual({ message: 'servers.gone {}' })
  })
})

// Catches: an id goes from the catalogues that a stored call still carries, so that its reason is a bare id.
it('says what does not fit in a call that an earlier Parley stored, with its JSON pointer', () => {
  const stored = { place: '/b', what: { id: 'misfits.required' } } as const
  expect(english.t('misfits.at', stored)).toBe('/b: Is required')
})

describe('AppError', () => {
  it('has its reason and values in its message, for logs', () => {
    const error = new AppError('INVALID_INPUT', { reason: 'servers.nameTooLong', params: { most: 200 } })
    expect([error.message, error.toData()]).toEqual([
      'servers.nameTooLong {"most":200}',
      { code: 'INVALID_INPUT', message: 'servers.nameTooLong {"most":200}', reason: 'servers.nameTooLong', params: { most: 200 } },
    ])
  })

  it('knows what ended by time or by wish, and keeps the words of whatever else was thrown', () => {
    const thrown = [new DOMException('late', 'TimeoutError'), AbortSignal.abort().reason, new Error('ENOSPC')]
    expect(thrown.map((one) => [AppError.from(one).code, errorText(english, AppError.from(one)).message])).toEqual([
      ['TIMED_OUT', 'It took too long'],
      ['CANCELLED', 'Cancelled'],
      ['INTERNAL', 'ENOSPC'],
    ])
  })
})
