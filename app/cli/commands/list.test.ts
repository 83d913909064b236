import { expect, it } from 'vitest'
import type { ErrorCode } from '../../../shared/errors/appError'
import { listExitCode } from './list'

const failed = (code: ErrorCode) => ({ state: 'failed', error: { code, message: '' } }) as const
const ready = { state: 'ready', error: null } as const
const disabled = { state: 'disabled', error: null } as const
const wantsSignIn = { state: 'needsSignIn', error: { code: 'SIGN_IN_REQUIRED', message: '' } } as const

// A script that goes on after "parley list" would otherwise work with no server at all.
it.each([
  ['nothing is configured', [], 0],
  ['nothing is wanted', [disabled], 0],
  ['one of several is ready', [ready, failed('SERVER_EXITED'), failed('POLICY')], 0],
  ['all failed', [failed('SERVER_EXITED'), wantsSignIn, disabled], 3],
  ['no version of MCP fits', [failed('PROTOCOL_ERROR')], 3],
  ['an entry cannot be read', [failed('INVALID_INPUT')], 3],
  ['all are forbidden or refused', [failed('POLICY'), failed('DENIED')], 5],
  ['one is forbidden, another one broken', [failed('POLICY'), failed('SERVER_EXITED')], 3],
])('ends as call and doctor would: %s', (_what, listed, code) => {
  expect(listExitCode(listed)).toBe(code)
})
