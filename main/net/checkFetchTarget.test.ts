import { expect, it } from 'vitest'
import { AppError } from '../../shared/errors/appError'
import { classifyAddress } from './classifyAddress'
import { checkBehindProxy, checkReach, checkFetchTarget } from './checkFetchTarget'

const rules = (...typed: [string, ...string[]]): { typed: URL; alsoTyped: URL[] } => {
  const [first, ...more] = typed
  return { typed: new URL(first), alsoTyped: more.map((text) => new URL(text)) }
}

const codeOf = (run: () => void): string => {
  try {
    run()
    return 'fetched'
  } catch (thrown) {
    return thrown instanceof AppError ? thrown.code : String(thrown)
  }
}

/** What becomes of an address of which nobody has to be asked, or whose name leads to `leadsTo`. */
const verdict = (target: string, typed: ReturnType<typeof rules>, leadsTo?: string): string =>
  codeOf(() => {
    const url = new URL(target)
    checkFetchTarget(url, typed)
    if (leadsTo !== undefined) checkReach(url, classifyAddress(leadsTo) ?? 'nowhere', typed)
  })

it.each([
  'http://169.254.169.254/latest/meta-data/',
  'https://169.254.169.254/latest/meta-data/',
  'http://localhost:6379',
  'https://localhost.',
  'https://LOCALHOST/',
  'https://app.localhost/',
  'https://127.0.0.1',
  'https://127.1',
  'https://2130706433',
  'https://0x7f000001',
  'https://017700000001',
  'https://0x7f.0.0.1:8443/x',
  'https://0',
  'https://10.0.0.5',
  'https://172.16.0.1',
  'https://172.31.255.255',
  'https://192.168.1.1',
  'https://100.64.0.1',
  'https://198.18.0.1',
  'https://224.0.0.1',
  'https://255.255.255.255',
  'http://[::ffff:a9fe:a9fe]',
  'https://[::ffff:10.0.0.1]',
  'https://[::1]',
  'https://[::]',
  'https://[::127.0.0.1]',
  'https://[fd00::1]',
  'https://[fe80::1]',
  'https://[fec0::1]',
  'https://[ff02::1]',
  'https://[64:ff9b::127.0.0.1]',
  'https://[64:ff9b:1::1]',
  'https://[2002:7f00:1::1]',
  'https://[2001:0:7f00:1::]',
  'http://router/',
  'ftp://files.example/',
  'file:///etc/passwd',
  'https://user:word@as.example/',
])('E13, SE-09: a server on the internet cannot have %s fetched', (target) => {
  expect(verdict(target, rules('https://mcp.example/mcp'))).toBe('LINK_REFUSED')
})

it.each(['127.0.0.1', '::1', '10.1.2.3', '169.254.169.254', '::ffff:a9fe:a9fe', 'fd12::1', 'fe80::1%eth0', '100.100.0.1', '0.0.0.0', '::'])(
  'E13: a name that leads to %s is not asked, as 127.0.0.1.nip.io does',
  (leadsTo) => {
    expect(verdict('https://127.0.0.1.nip.io/', rules('https://mcp.example/mcp'), leadsTo)).toBe('LINK_REFUSED')
  },
)

it.each(['93.184.216.34', '2606:2800:220:1::1', '::ffff:93.184.216.34', '64:ff9b::93.184.216.34', '2002:5db8:d822::1'])(
  'asks a name that leads to %s, on the internet',
  (leadsTo) => {
    expect(verdict('https://as.example/', rules('https://mcp.example/mcp'), leadsTo)).toBe('fetched')
  },
)

it.each(['http://as.example/token', 'http://mcp.example/token', 'http://93.184.216.34/'])(
  'AU-18, SE-08: what is not encrypted is not fetched from the internet: %s',
  (target) => {
    expect([verdict(target, rules('https://mcp.example/mcp')), verdict(target, rules('http://mcp.example/mcp'), '93.184.216.34')]).toEqual([
      'LINK_REFUSED',
      'LINK_REFUSED',
    ])
  },
)

it.each<[why: string, target: string, typed: [string, ...string[]], leadsTo?: string]>([
  ['the same private address, not encrypted', 'http://10.0.0.5/token', ['http://10.0.0.5/mcp']],
  ['another port of it', 'http://10.0.0.5:9000/token', ['http://10.0.0.5:3000/mcp']],
  ['encrypted, where it was typed without', 'https://10.0.0.5/token', ['http://10.0.0.5/mcp']],
  ['another notation of it', 'http://167772165/token', ['http://10.0.0.5/mcp']],
  ['a name in a private network', 'http://nas.example:3000/token', ['http://nas.example:3000/mcp'], '192.168.1.9'],
  ['with a dot at its end', 'https://nas.example./token', ['https://nas.example/mcp'], '192.168.1.9'],
  ['a name that leads to this computer', 'http://dev.example/token', ['http://dev.example/mcp'], '127.0.0.1'],
  ['a device beside this computer', 'http://printer.local/token', ['http://printer.local/mcp'], 'fe80::5'],
  ['this computer, by another name and port', 'http://localhost:9000/token', ['http://127.0.0.1:3000/mcp'], '::1'],
  ['this computer, in the other family', 'https://[::1]:9000/token', ['http://localhost:3000/mcp']],
  ['another host of a private network that the server is in for certain', 'https://sso.intranet/', ['https://mcp.internal/'], '10.0.0.7'],
  ['the same by addresses', 'https://10.0.0.7/', ['http://10.0.0.5/mcp']],
  [
    'an authorization server that the person configured',
    'https://sso.corp.example/',
    ['https://mcp.corp.example/', 'https://sso.corp.example/'],
    '10.0.0.7',
  ],
])('E16: fetches what is where the person put the server: %s', (_why, target, typed, leadsTo) => {
  expect(verdict(target, rules(...typed), leadsTo)).toBe('fetched')
})

it.each<[why: string, target: string, typed: string, leadsTo?: string]>([
  ['a private host beside one that only DNS calls private', 'https://10.0.0.7/', 'https://mcp.example/'],
  ['another host of a private network without encryption', 'http://10.0.0.7/', 'http://10.0.0.5/mcp'],
  ['this computer, for a server in the private network', 'https://127.0.0.1/', 'https://10.0.0.5/mcp'],
  ['the private network, for a server on this computer', 'https://10.0.0.5/', 'http://127.0.0.1:3000/mcp'],
  ['metadata of a cloud, for a server in the private network', 'http://169.254.169.254/', 'http://10.0.0.5/mcp'],
  ['a name on the internet that leads to the cloud’s metadata now', 'http://mcp.example/', 'http://mcp.example/', '169.254.169.254'],
  ['localhost where it is not this computer', 'https://localhost/', 'http://127.0.0.1:3000/mcp', '10.0.0.5'],
  ['localhost itself where it is not this computer', 'http://localhost/', 'http://localhost:3000/mcp', '10.0.0.5'],
  ['localhost on the internet', 'https://localhost/', 'http://localhost:3000/mcp', '93.184.216.34'],
  ['no encryption where the person typed it with', 'http://10.0.0.5/', 'https://10.0.0.5/mcp'],
])('E16: and no more than that: %s', (_why, target, typed, leadsTo) => {
  expect(verdict(target, rules(typed), leadsTo)).toBe('LINK_REFUSED')
})

it.each([
  ['https://as.example/', 'fetched'],
  ['http://as.example/', 'LINK_REFUSED'],
  ['https://router/', 'LINK_REFUSED'],
  ['https://sso.internal/', 'LINK_REFUSED'],
  ['https://10.0.0.1/', 'LINK_REFUSED'],
  ['https://localhost/', 'LINK_REFUSED'],
])('E13: where a proxy looks names up, %s is %s for a server on the internet', (target, expected) => {
  const typed = rules('https://mcp.example/mcp')
  const url = new URL(target)
  expect(codeOf(() => [checkFetchTarget(url, typed), checkBehindProxy(url, typed)])).toBe(expected)
})

it('says why, and what to do, without the path of the address', () => {
  try {
    checkFetchTarget(new URL('https://10.0.0.1/secret?code=1'), rules('https://mcp.example/mcp'))
    expect.unreachable()
  } catch (thrown) {
    expect(AppError.from(thrown)).toMatchObject({
      code: 'LINK_REFUSED',
      reason: 'net.notAsked',
      params: { host: '10.0.0.1', why: 'private', detail: 'https:' },
    })
  }
})
