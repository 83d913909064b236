import { expect, it } from 'vitest'
import { sampleServer } from '../../testing/sampleServer'
import type { ServerConfig } from '../server'
import { appliesTo, claimedExtensions, decideExtension, extensionsOn } from './decideExtension'
import { spokenExtensions, type ExtensionLimit } from './extension'

const [tasks, skills, apps, vendors] = [
  'io.modelcontextprotocol/tasks',
  'io.modelcontextprotocol/skills',
  'io.modelcontextprotocol/ui',
  'com.example/hologram',
]
const atlas = (limit: Pick<ExtensionLimit, 'allow' | 'deny'>): ExtensionLimit => ({
  ...limit,
  by: 'Atlas IT',
  ask: { id: 'policy.askAt', params: { name: 'Atlas IT', contact: 'it@atlas.example' } },
})

it.each([
  ['of the protocol, nothing is said', tasks, {}, [], 'on by default'],
  ['of a vendor, nothing is said', vendors, {}, [], 'off by default'],
  ['of the protocol, the user switched it off', tasks, { [tasks]: false }, [], 'off by entry'],
  ['of a vendor, the user switched it on', vendors, { [vendors]: true }, [], 'on by entry'],
  ['the user said something of another one', tasks, { [vendors]: true }, [], 'on by default'],
  ['a name of every object', 'constructor', {}, [], 'off by default'],
  ['a policy denies it, the user wants it', tasks, { [tasks]: true }, [{ deny: [tasks] }], 'off by policy'],
  ['a policy allows others', vendors, { [vendors]: true }, [{ allow: ['io.modelcontextprotocol/*'] }], 'off by policy'],
  ['a policy allows none', tasks, {}, [{ allow: [] }], 'off by policy'],
  ['a policy allows it, the user does not want it', tasks, { [tasks]: false }, [{ allow: ['*'] }], 'off by entry'],
  ['a policy allows a vendor’s, the user said nothing', vendors, {}, [{ allow: ['com.example/*'] }], 'off by default'],
  ['a policy allows and denies it', tasks, {}, [{ allow: ['*'], deny: ['*/tasks'] }], 'off by policy'],
  ['of two policies one denies it', tasks, {}, [{ allow: [tasks] }, { deny: ['io.*'] }], 'off by policy'],
] as const)('a policy decides before the entry, and the entry before the default: %s', (_what, id, extensions, limits, expected) => {
  const { on, by } = decideExtension(id, { extensions, extensionLimits: limits.map(atlas) })
  expect(`${on ? 'on' : 'off'} by ${by}`).toBe(expected)
})

it('a policy that decides says who set it and whom to ask', () => {
  const limit = atlas({ deny: [vendors] })
  expect(decideExtension(vendors, { extensionLimits: [atlas({ allow: ['*'] }), limit] })).toEqual({ on: false, by: 'policy', limit })
})

it('a definition that switches off what is off anyway claims the same', () => {
  expect(extensionsOn({ extensions: { [vendors]: false } })).toEqual(extensionsOn({}))
  expect(extensionsOn({ extensions: { [vendors]: true } })).toContain(vendors)
})

it('an extension of a way to sign in is claimed only to servers where Parley signs in so', () => {
  const http: ServerConfig['launch'] = { kind: 'http', url: 'https://x.test', headers: {}, transport: 'auto' }
  const machine: ServerConfig['auth'] = { kind: 'client', clientId: 'c' }
  const idsOf = (change: Partial<ServerConfig>) =>
    claimedExtensions(spokenExtensions, sampleServer('x', change), '2025').map(({ id }) => id)
  expect([idsOf({}), idsOf({ launch: http }), idsOf({ launch: http, auth: machine }), idsOf({ auth: machine })]).toEqual([
    [skills, apps],
    [skills, apps],
    [skills, apps, 'io.modelcontextprotocol/oauth-client-credentials'],
    [skills, apps],
  ])
  expect(spokenExtensions.filter((one) => appliesTo(one, sampleServer('x'))).map(({ id }) => id)).toEqual(expect.arrayContaining([tasks]))
})
