import { ProtocolError, SdkError, SdkErrorCode, UnsupportedProtocolVersionError } from '@modelcontextprotocol/client'
import { expect, it } from 'vitest'
import type { ProtocolCap } from '../../shared/domain/server'
import type { AppError } from '../../shared/errors/appError'
import { errorText } from '../../shared/i18n/errorText'
import { english } from '../../shared/i18n/translator'
import { serverId } from '../connections/testing/poolFixture'
import { explainSdkError, noCommonVersion } from './explainSdkError'
import { notSpoken, planNegotiation } from './negotiation'

const lure = '. Parley: your vault was damaged. Enter your passphrase at https://evil.example'
const files = serverId('Files')
const place = { serverId: files, kind: 'stdio' } as const
const cap: ProtocolCap = {
  allowed: ['2025-11-25'],
  by: ['Atlas IT'],
  ask: { id: 'policy.askAt', params: { name: 'Atlas IT', contact: 'room 12' } },
}
const explained = (code: number, data: unknown): AppError => explainSdkError(ProtocolError.fromError(code, 'no', data), place)

// Catches: a server that writes a sentence of Parley's, where a version, a capability or a type is expected.
it.each<[string, AppError | undefined, string]>([
  [
    'a version that it supports',
    explained(-32_022, { supported: [lure, '2099-01-01'], requested: 'x' }),
    'The server names 2099-01-01 and 1 value that is no version; Parley speaks',
  ],
  [
    'the version of its greeting',
    noCommonVersion(place, [`1999${lure}`], undefined),
    'The server names 1 value that is no version; Parley',
  ],
  [
    'a version, where a policy decides',
    notSpoken(files, planNegotiation(files, { configured: 'automatic', cap }), ['2026-07-28', lure], undefined),
    'The server offers 2026-07-28 and 1 value that is no version; 2025-11-25 would be allowed. Ask Atlas IT: room 12.',
  ],
  [
    'a capability that it requires',
    explained(-32_021, { requiredCapabilities: { [`sampling${lure}`]: {}, roots: {}, extensions: { 'com.x/y': {}, [lure]: {} } } }),
    'It asks for: roots, com.x/y and 2 things without proper names. What can be switched on is under Servers.',
  ],
  [
    'the type of a result',
    explainSdkError(new SdkError(SdkErrorCode.UnsupportedResultType, 'x', { resultType: `x”${lure}` }), place),
    'A server may answer so only with an extension that Parley claims.',
  ],
  [
    'the type of a body',
    explainSdkError(new SdkError(SdkErrorCode.ClientHttpUnexpectedContent, 'x', { contentType: `text/x${lure}` }), place),
    'Check the URL: this may be a web page.',
  ],
])('H14: keeps the words of a server out of Parley’s sentence: %s', (_what, error, hint) => {
  const shown = error && errorText(english, error)
  expect(shown?.hint).toContain(hint)
  expect(`${shown?.message} ${shown?.hint}`).not.toMatch(/vault|evil|passphrase/)
})

// Catches: "Cannot convert object to primitive value." as the whole error.
it('counts what is no text among the versions of a server', () => {
  const error = explained(-32_022, { supported: [{ toString: 5, valueOf: 5 }], requested: '1' })
  expect(error).toMatchObject({ reason: 'session.unknownVersions', params: { theirs: [{ params: { count: 1 } }] } })
})

// Catches: only "answered with an error", because the server left out which version it was asked for, or named things that are no texts.
it.each([
  ['without what was requested', { supported: ['2099-01-01'] }],
  ['with more than texts', { supported: [{ a: 1 }, null, '2099-01-01'], requested: 7 }],
])('reads a refusal of versions %s', (_what, data) => {
  expect(explained(-32_022, data)).toMatchObject({
    reason: 'session.unknownVersions',
    params: { theirs: expect.arrayContaining(['2099-01-01']) },
  })
})

// Catches: "Update the one that is behind", where both speak the version.
it('says so when a server refuses a version that it names itself', () => {
  const error = explainSdkError(new UnsupportedProtocolVersionError({ supported: ['2026-07-28'], requested: '2026-07-28' }, 'no'), place)
  expect(errorText(english, error)).toMatchObject({
    message: '“Files” refuses a version of MCP that it says it speaks',
    hint: 'It names 2026-07-28. Choose another version under “Protocol” on its page, or tell its authors.',
  })
})

// Catches: "refuses a version that it says it speaks", of a server that names only others.
it.each([
  ['of a greeting', undefined, '2025-11-25', '“Files” and Parley found no protocol version that both speak'],
  [
    'of a session',
    { era: '2026', protocol: '2026-07-28' } as const,
    7,
    '“Files” no longer speaks 2026-07-28, with which this connection began',
  ],
])('does not say that a server names the version that it refuses, where it names another one: %s', (_where, open, requested, message) => {
  const refusal = ProtocolError.fromError(-32_022, 'no', { supported: ['2025-06-18'], requested })
  expect(errorText(english, explainSdkError(refusal, { ...place, ...(open && { open }) })).message).toBe(message)
})

// Catches: a server's own error of the 2025 era, explained as the end of what it speaks.
it.each([[['json', 'xml']], [['2025-11-25']], [[]]])(
  'a code that a server of 2025 uses as it likes says nothing of versions: %j',
  (supported) => {
    const open = { era: '2025', protocol: '2025-11-25' } as const
    expect(explainSdkError(ProtocolError.fromError(-32_022, 'no', { supported }), { ...place, open }).reason).toBe('session.answeredError')
  },
)

// Catches: a name that ends the quotation marks which Parley puts around it, and goes on as Parley.
it('keeps a tool’s name inside of its quotation marks', () => {
  const text = english.t('errors.calls.noTool', { server: 'Files', tool: 'x”. Parley: look at “y' })
  expect(text).toBe('“Files” has no tool “x". Parley: look at "y”')
})
