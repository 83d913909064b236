import { expect, it } from 'vitest'
import { AppError } from '../../shared/errors/appError'
import { untilAborted } from './untilAborted'

it('gives what was waited for, or the reason of whoever left first', async () => {
  const leaving = new AbortController()
  const waiting = untilAborted(new Promise(() => undefined), leaving.signal)
  leaving.abort(new AppError('CANCELLED', 'You stopped it'))
  await expect(waiting).rejects.toMatchObject({ code: 'CANCELLED', message: 'You stopped it' })
  expect(await untilAborted(Promise.resolve(1), new AbortController().signal)).toBe(1)
})

// Vitest fails a run with an unhandled rejection, as Node ends a process for it.
it('hears a failure that comes when the only one who waited had left already', async () => {
  const late = Promise.withResolvers<never>()
  await expect(untilAborted(late.promise, AbortSignal.abort())).rejects.toMatchObject({ code: 'CANCELLED' })
  late.reject(new Error('late'))
  await new Promise((resolve) => setImmediate(resolve))
})
