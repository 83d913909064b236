import { expect, it } from 'vitest'
import { AppError } from '../../shared/errors/appError'
import { abortReason } from './abortReason'

it('JR-06: tells a stop from the end of a time, and both from whatever else was said', async () => {
  const timer = AbortSignal.timeout(1)
  await new Promise((resolve) => timer.addEventListener('abort', resolve))
  const said = new AppError('INTERRUPTED', 'The server was stopped')
  const signals = [AbortSignal.abort(), AbortSignal.abort('why'), timer, AbortSignal.any([timer]), AbortSignal.abort(said)]
  expect(signals.map((signal) => abortReason(signal).code)).toEqual(['CANCELLED', 'CANCELLED', 'TIMED_OUT', 'TIMED_OUT', 'INTERRUPTED'])
})
