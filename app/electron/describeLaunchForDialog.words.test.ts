import { expect, it } from 'vitest'
import { english } from '../../shared/i18n/translator'
import type { Launch } from '../../shared/domain/server'
import type { ServerAuth } from '../../shared/domain/serverAuth'
import { describeLaunchForDialog } from './describeLaunchForDialog'

const stdio = { kind: 'stdio', command: 'npx', args: [], env: {} } as const

it('P09: shows the whole command, one argument a line, and variables with their values, first those that change what runs', () => {
  const env = { TOKEN: 'hidden-value', KEY: { secret: 'files-key' }, MODE: 'a\u3164b', NODE_OPTIONS: '--import=/tmp/npm_aaaaaaaaaaaa' }
  const launch = { ...stdio, args: ['-y', 'a b', ''], env, cwd: '/srv' }
  expect(describeLaunchForDialog(launch, english)).toEqual({
    whole: true,
    text: [
      'Command: npx',
      'Arguments:',
      '    -y',
      '    a b',
      '    (empty)',
      'Folder: /srv',
      'Variables:',
      '    NODE_OPTIONS=--import=/tmp/npm_aaaaaaaaaaaa',
      '    TOKEN=•••',
      '    KEY (the secret files-key)',
      '    MODE=a[U+3164]b',
    ].join('\n'),
  })
})

it('P09: says how many variables do not fit, and never leaves out one that changes what runs', () => {
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`A${index}`, 'x']))
  const shown = describeLaunchForDialog({ ...stdio, args: [], env: { ...many, NODE_OPTIONS: '--import=x' } }, english)
  expect(shown).toMatchObject({
    whole: true,
    text: expect.stringMatching(/NODE_OPTIONS=--import=x\n {4}A0=x\n[^]*\n {4}and 4\d more, shown in the window$/),
  })
  expect(describeLaunchForDialog({ ...stdio, args: [], env: { NODE_OPTIONS: 'x'.repeat(5_000) } }, english).whole).toBe(false)
})

it('shows a remote server by its address and the names of its headers', () => {
  const launch = { kind: 'http', url: 'https://mcp.example/', headers: { Authorization: 'Bearer x' }, transport: 'auto' } as const
  expect(describeLaunchForDialog(launch, english)).toEqual({
    whole: true,
    text: 'Address: https://mcp.example/\nHeaders:\n    Authorization=•••',
  })
})

it('writes out characters that would hide or reorder what is read', () => {
  const shown = describeLaunchForDialog(
    { ...stdio, command: 'ls\u202Ehs.exe', args: ['a\nFolder: /safe', '\u200B-rf', '\u2028x', '\u0007'] },
    english,
  )
  expect(shown).toEqual({
    whole: true,
    text: [
      'Command: ls[U+202E]hs.exe',
      'Arguments:',
      '    a[U+000A]Folder: /safe',
      '    [U+200B]-rf',
      '    [U+2028]x',
      '    [U+0007]',
      'Folder: as Parley',
    ].join('\n'),
  })
})

it('does not pretend that a command was seen which no screen can hold', () => {
  expect(describeLaunchForDialog({ ...stdio, args: ['x'.repeat(5_000)] }, english).whole).toBe(false)
  expect(describeLaunchForDialog({ ...stdio, args: Array.from({ length: 100 }, () => 'x') }, english).whole).toBe(false)
})

it('SE-01, SE-07: shows the file that a command means, with what hides in it written out', () => {
  const shown = describeLaunchForDialog({ ...stdio, args: [] }, english, { file: '/opt/\u200Bbin/npx' })
  expect(shown).toEqual({ whole: true, text: 'Command: npx\nFile: /opt/[U+200B]bin/npx\nNo arguments\nFolder: as Parley' })
})

it('B06: says which secrets and which file are sent to sign in', () => {
  const launch: Launch = { kind: 'http', url: 'https://far.test/mcp', headers: {}, transport: 'auto' }
  const sent = (auth: ServerAuth) => describeLaunchForDialog(launch, english, { auth })
  expect(sent({ kind: 'workload', token: { secret: 'a\u200Bb' }, tokenFile: '/home/dana/key' })).toEqual({
    whole: true,
    text: [
      'Address: https://far.test/mcp',
      'To sign in, Parley sends your secret “a[U+200B]b”.',
      'To sign in, Parley sends what is in your file “/home/dana/key”.',
      'It goes to whom this address names.',
    ].join('\n'),
  })
  const textOf = (auth: ServerAuth): string => {
    const shown = sent(auth)
    return shown.whole ? shown.text.replace('Address: https://far.test/mcp\n', '') : ''
  }
  // Catches: the address was named, and the secret went to an issuer that was not.
  expect(textOf({ kind: 'client', clientId: 'c', clientSecret: 'plain', issuer: 'https://evil.test/\u200B' })).toBe(
    'To sign in, Parley sends the secret that is written with it.\nIt goes to https://evil.test/[U+200B].',
  )
  // Catches: "It goes to …" after a private key, which does not go anywhere.
  expect(textOf({ kind: 'client', clientId: 'c', privateKey: { secret: 'k' } })).toBe(
    'To sign in, Parley signs with your private key “k”.\nThe signature goes to whom this address names. The key stays here.',
  )
  expect(textOf({ kind: 'client', clientId: 'c', privateKey: 'PEM' })).toContain(
    'Parley signs with the private key that is written with it.',
  )
  expect(textOf({ kind: 'enterprise', clientId: 'c', issuer: 'https://as.test' })).toBe(
    'To sign in, your organisation vouches for you.\nIt vouches to https://as.test.',
  )
  expect(sent({ kind: 'person', clientId: 'c' })).toEqual({ whole: true, text: 'Address: https://far.test/mcp' })
})
