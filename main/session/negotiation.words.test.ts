import { expect, it } from 'vitest'
import type { ProtocolCap } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { errorText } from '../../shared/i18n/errorText'
import { createTranslator, english } from '../../shared/i18n/translator'
import type { ProtocolChoice } from '../../shared/protocol/protocolChoice'
import { serverId } from '../connections/testing/poolFixture'
import { notOverSse, notSpoken, planNegotiation } from './negotiation'

const files = serverId('Files')
const ask = { id: 'policy.askAt', params: { name: 'Atlas IT', contact: 'room 12' } } as const
const cap = (...allowed: string[]): ProtocolCap => ({ allowed, by: ['Atlas IT'], ask })
const plan = (configured: ProtocolChoice, more: { commandLine?: ProtocolChoice; cap?: ProtocolCap } = {}) =>
  planNegotiation(files, { configured, ...more })
function refused(configured: ProtocolChoice, by: ProtocolCap): AppError {
  try {
    plan(configured, { cap: by })
  } catch (thrown) {
    return AppError.from(thrown)
  }
  throw new Error('It was not refused')
}

// Catches: a sentence without the way out, or one whose values do not fit it, which fails only when somebody needs it.
it.each<[AppError | undefined, string, string]>([
  [
    notSpoken(files, plan('2026'), ['2025-11-25', '2025-06-18'], undefined),
    '“Files” does not speak 2026-07-28, which was chosen for it',
    'The server offers 2025-11-25 and 2025-06-18. Choose Automatic for it, or a version that it offers.',
  ],
  [
    notSpoken(files, plan('automatic', { commandLine: '2025' }), ['2026-07-28'], undefined),
    '“Files” does not speak any version before 2026-07-28, which was chosen for it',
    'The server offers 2026-07-28. Leave out --protocol, or name a version that it offers.',
  ],
  [
    notSpoken(files, plan('2025'), [], undefined),
    '“Files” did not answer in a version before 2026-07-28, which was chosen for it',
    'It does not say what it offers. Choose Automatic for it, or another version.',
  ],
  [
    notSpoken(files, plan('automatic', { cap: cap('2026-07-28') }), ['2025-11-25'], undefined),
    '“Files” speaks no version of MCP that Atlas IT allows',
    'The server offers 2025-11-25; 2026-07-28 would be allowed. Ask Atlas IT: room 12.',
  ],
  [
    notSpoken(files, plan('automatic', { cap: cap('2025-11-25', '2025-06-18') }), [], undefined),
    '“Files” did not answer in a version of MCP that Atlas IT allows',
    'Allowed would be 2025-11-25 and 2025-06-18; the server does not say what it offers. Ask Atlas IT: room 12.',
  ],
  [
    refused('2025', cap('2026-07-28')),
    'Atlas IT does not allow the version of MCP that was chosen for “Files”',
    'It allows 2026-07-28: choose one of these, or Automatic. Ask Atlas IT: room 12.',
  ],
  [refused('2025', cap()), 'What Atlas IT allows leaves no version of MCP that Parley can speak with “Files”', 'Ask Atlas IT: room 12.'],
  [
    notOverSse(files, plan('2026')),
    '“Files” is reached over HTTP+SSE, which has no version 2026-07-28',
    'Choose Automatic or an older version for it, or remove “sse” from its entry if it knows the newer transport too.',
  ],
  [
    notOverSse(files, plan('automatic', { cap: cap('2026-07-28') })),
    'Atlas IT allows only 2026-07-28 with “Files”, and HTTP+SSE has no such version',
    'Its entry names this older transport. Ask Atlas IT: room 12.',
  ],
])('LC-05: %# says what happened and what to do', async (error, message, hint) => {
  if (!error) throw new Error('There is no error')
  const german = errorText(await createTranslator('de'), error)
  expect(errorText(english, error)).toMatchObject({ message, hint })
  expect([german.message, german.hint].filter((text) => text === undefined || text === message || text === hint)).toEqual([])
})
