import { expect, it } from 'vitest'
import { systemClock } from '../lib/clock'
import type { ArgumentChecker } from '../tools/checkArguments'
import { findTools } from './findTools'
import { runOwnTool } from './runOwnTool'

const fits: ArgumentChecker = { check: () => Promise.resolve({ verdict: 'valid' }) }
const misfits: ArgumentChecker = { check: () => Promise.resolve({ verdict: 'invalid', misfits: [] }) }
const run = (checker: ArgumentChecker, asked = {}, signal = new AbortController().signal) =>
  runOwnTool({ checker, clock: systemClock }, findTools([]), { asked }, () => Promise.resolve(), signal)

it('tells the model that arguments do not fit', async () => {
  expect(await run(misfits, { query: 'x' })).toMatchObject({ state: 'failed', error: { code: 'INVALID_ARGUMENTS' } })
})

it('ends as stopped when the person stops', async () => {
  expect(await run(fits, { queries: ['x'] }, AbortSignal.abort())).toMatchObject({ state: 'stopped' })
  expect(await run(fits, { queries: ['x'] })).toMatchObject({ state: 'done' })
})
