import { describe, expect, it } from 'vitest'
import type { ServerPattern } from '../../shared/domain/policy'
import type { Launch } from '../../shared/domain/server'
import { forbidsServer } from './decideServer'
import type { PolicySheet } from './policySheet'
import type { Places } from './serverPatterns'

const stdio = (line: string, env: Record<string, string> = {}, cwd?: string): Launch => {
  const [command = '', ...args] = line.split('|')
  return { kind: 'stdio', command, args, env, ...(cwd !== undefined && { cwd }) }
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
    [{ image: 'redis' }, 'docker|run|docker.io/redis'],
    [{ image: 'docker.io/redis' }, 'docker|run|redis:7'],
    [{ image: 'docker.io/re*' }, 'docker|run|redis'],
    [{ image: 'redis' }, 'docker|run|index.docker.io/redis'],
    [{ image: 'redis' }, 'docker|run|registry-1.docker.io/library/redis'],
    [{ image: 'ghcr.io/evil/*' }, 'podman|run|ghcr.io:443/evil/x'],
    [{ image: 'evil/*' }, 'docker|run|--mount|type=image,source=evil/x,target=/evil|mcp/fetch'],
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

  it('P05: refuses what cannot be understood whole, where it is about commands', () => {
    const judge = (deny: readonly ServerPattern[], launch: Launch) => verdict({ deny: [...deny] }, launch)?.reason
    expect([
      judge([{ npm: 'evil' }], stdio('npx|--yes=evil|@atlas/x')),
      judge([{ npm: 'evil' }], stdio('npx|--new-option|@atlas/x')),
      judge([{ command: 'npx' }], stdio('powershell|-File|start.ps1')),
      judge([{ command: 'npx' }], stdio('node|server.js', { NODE_OPTIONS: '--import=x' })),
      judge([{ command: 'python3' }], stdio('npx|python3|-c|x')),
      judge([{ url: 'https://evil.test' }], stdio('powershell|-File|start.ps1')),
      judge([{ command: 'npx' }], stdio('node|server.js', { SOME_DIR: '/x' })),
    ]).toEqual(['policy.denied', 'policy.unclearDenied', 'policy.unclearDenied', 'policy.variable', 'policy.denied', undefined, undefined])
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
    'env|LANG=de|npx|@atlas/files',
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
    'docker|run|--mount|type=image,source=evil/x,target=/evil|--entrypoint|/evil/sh|ghcr.io/atlas/x',
    'docker|exec|box|ghcr.io/atlas/x',
    'docker|compose|run|ghcr.io/atlas/x',
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
  })

  it('P04: admits variables that are known to be harmless, keys of services, and those that the policy names', () => {
    const judge = (name: string, variables?: string[]) =>
      verdict({ allow: [...allow], ...(variables && { variables }) }, stdio('npx|@atlas/a', { [name]: 'x' }), new Map())?.reason
    const steering = 'NODE_OPTIONS OPENSSL_CONF NODE_EXTRA_CA_CERTS SSL_CERT_FILE NODE_COMPILE_CACHE _JAVA_OPTIONS JDK_JAVA_OPTIONS'.split(
      ' ',
    )
    const others = [
      'DOTNET_STARTUP_HOOKS',
      'REGISTRIES_CONFIG_PATH',
      'AWS_CONFIG_FILE',
      'NEW_RUNTIME_HOOK',
      'npm_config_x_TOKEN',
      'UV_TOKEN',
    ]
    expect([...steering, ...others].map((name) => judge(name))).toEqual(Array(13).fill('policy.variable'))
    const harmless = ['LANG', 'LC_ALL', 'TZ', 'NODE_ENV', 'HTTPS_PROXY', 'GITHUB_TOKEN', 'GITHUB_PERSONAL_ACCESS_TOKEN', 'BRAVE_API_KEY']
    expect(harmless.map((name) => judge(name))).toEqual(Array(8).fill(undefined))
    expect([
      judge('ATLAS_URL'),
      judge('ATLAS_URL', ['ATLAS_*']),
      judge('NODE_OPTIONS', ['*']),
      judge('NODE_OPTIONS', ['NODE_OPTIONS']),
    ]).toEqual(['policy.variable', undefined, 'policy.variable', undefined])
    // On the way counts too.
    expect(verdict({ allow: [...allow] }, stdio('env|OPENSSL_CONF=/tmp/x|npx|@atlas/a'), new Map())).toMatchObject({
      params: { names: ['OPENSSL_CONF'] },
    })
  })

  it('P02: admits a package only without a folder, where another of its name may lie', () => {
    const judge = (launch: Launch) => verdict({ allow: [...allow] }, launch, new Map())?.reason
    expect([
      judge(stdio('npx|-y|@atlas/x', {}, '/home/dana/mine')),
      judge(stdio('sh|-c|cd /home/dana/mine && npx @atlas/x')),
      judge(stdio('docker|run|ghcr.io/atlas/x', {}, '/home/dana/mine')),
    ]).toEqual(['policy.serverFolder', 'policy.unclear', undefined])
  })

  it('P02: admits no runner or shell that is found in the folder that the entry names, where Windows looks before the PATH', () => {
    const there = String.raw`C:\mine\docker.exe`
    const judge = (line: string, cwd: string, places: Readonly<Record<string, string>>) =>
      verdict({ allow: [...allow] }, stdio(line, {}, cwd), new Map(Object.entries(places).map(([name, path]) => [name, [path]])))?.reason
    const run = 'docker|run|ghcr.io/atlas/x'
    expect([
      judge(run, String.raw`C:\mine`, { docker: there }),
      judge(run, 'c:/MINE/', { docker: there }),
      judge(run, '/mine', { docker: String.raw`/mine\docker.exe` }),
      judge(run, String.raw`\\host\mine`, { docker: String.raw`\\host\mine\docker.exe` }),
      judge('docker.exe|run|ghcr.io/atlas/x', String.raw`C:\mine`, { 'docker.exe': there, docker: there }),
      judge(`${there}|run|ghcr.io/atlas/x`, String.raw`C:\mine`, { [there]: there, docker: there }),
      judge(`cmd|/c|${run}`, String.raw`C:\mine`, { cmd: String.raw`C:\mine\cmd.exe`, docker: String.raw`C:\docker\docker.exe` }),
      // An entry of the PATH may be `.` or `node_modules/.bin`.
      judge(run, '/home/dana/mine', { docker: '/home/dana/mine/./node_modules/.bin/docker' }),
    ]).toEqual(Array(8).fill('policy.serverFolder'))
    expect([
      judge(run, String.raw`C:\mine`, { docker: String.raw`C:\docker\docker.exe` }),
      judge(run, String.raw`C:\mine`, { docker: String.raw`C:\mine2\docker.exe` }),
      judge(`cmd|/c|${run}`, String.raw`C:\mine`, { cmd: String.raw`C:\Windows\cmd.exe`, docker: String.raw`C:\docker\docker.exe` }),
      judge(run, '/home/dana/mine', { docker: '/usr/bin/docker' }),
    ]).toEqual(Array(4).fill(undefined))
  })

  it('P03: npx runs a program of this computer that is called like a package: only the package’s own is admitted', () => {
    const judge = (line: string, ...paths: string[]) =>
      verdict({ allow: [{ npm: 'mcp-*' }] }, stdio(line), new Map([['mcp-x', paths]]))?.reason
    expect([
      judge('npx|-y|mcp-x'),
      judge('npx|-y|mcp-x', '/home/dana/bin/mcp-x'),
      judge('npx|-y|mcp-x', '/usr/bin/mcp-x', '/usr/lib/node_modules/mcp-x/main.js'),
      judge('npx|-y|mcp-x@latest', '/home/dana/bin/mcp-x'),
      judge('pnpm|dlx|mcp-x', '/home/dana/bin/mcp-x'),
    ]).toEqual([undefined, 'policy.localProgram', undefined, undefined, undefined])
  })

  it('P03: bunx is not given a scoped package while a program of its last word is on this computer, also one of another package', () => {
    const judge = (line: string, ...paths: string[]) =>
      verdict({ allow: [{ npm: '@atlas/*' }] }, stdio(line), new Map([['files', paths]]))?.reason
    expect([
      judge('bunx|@atlas/files'),
      judge('bunx|@atlas/files', '/home/dana/node_modules/.bin/files'),
      judge('bunx|@atlas/files', '/usr/bin/files', '/usr/lib/node_modules/files/main.js'),
      judge('bunx|@atlas/files', '/usr/bin/files', '/usr/lib/node_modules/@atlas/files/main.js'),
      judge('bunx|@atlas/files@1.2.3', '/home/dana/node_modules/.bin/files'),
      judge('bunx|@atlas/files@latest', '/home/dana/node_modules/.bin/files'),
      judge('bunx|@atlas/files@1.2.3'),
    ]).toEqual([
      undefined,
      'policy.localProgram',
      'policy.localProgram',
      undefined,
      'policy.localProgram',
      'policy.localProgram',
      undefined,
    ])
  })

  it('does not take a program for npx because its name resembles it', () => {
    expect(verdict({ allow: [...allow] }, stdio('npx-cli|@atlas/a'), new Map())?.reason).toBe('policy.notListed')
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

describe('the three matchers of VS Code', () => {
  it.each<readonly [ServerPattern, Launch, boolean]>([
    [{ serverName: 'x' }, stdio('anything'), true],
    [{ serverName: 'X' }, stdio('anything'), false],
    [{ serverUrl: 'https://api.atlas.example/*' }, http('https://api.atlas.example/mcp?a=b'), true],
    [{ serverUrl: 'https://api.atlas.example' }, http('https://API.atlas.example:443/'), true],
    [{ serverUrl: 'https://api.atlas.example' }, http('https://api.atlas.example/mcp'), false],
    [{ serverUrl: 'https://*.atlas.example/*' }, http('https://evil.test/x.atlas.example/y'), false],
    [{ serverUrl: 'https://*.atlas.example/*' }, http('https://evil.test?.atlas.example/y'), false],
    [{ serverUrl: 'https://*.atlas.example/*' }, http('https://a@evil.test\\.atlas.example/y'), false],
    [{ serverUrl: '*://localhost:*/*' }, http('http://localhost:8080/mcp'), true],
    [{ serverUrl: 'https://api.atlas.example/*' }, http('https://api.atlas.example:8443/mcp'), false],
    [{ serverCommand: ['npx', '-y', '@atlas/x'] }, stdio('npx|-y|@atlas/x'), true],
    [{ serverCommand: ['npx', '-y', '@atlas/x'] }, stdio('npx|-y|@atlas/x|/srv'), false],
    [{ serverCommand: ['npx', '-y', '@atlas/x'] }, stdio('npx|-y|@atlas/x', {}, '/home/dana/mine'), false],
    [{ serverCommand: ['/opt/x', 'y'] }, stdio('/opt/x|y', {}, '/srv'), false],
    [{ serverCommand: ['uv', 'run', 'server.py'] }, stdio('uv|run|server.py', {}, '/home/dana/mine'), false],
    [{ serverCommand: ['python', 'server.py'] }, stdio('python|server.py', {}, '/home/dana/mine'), false],
    [{ serverCommand: ['python', 'server.py'], cwd: '/opt/atlas' }, stdio('python|server.py', {}, '/opt/atlas'), true],
    [{ serverCommand: ['python', 'server.py'], cwd: '/opt/atlas' }, stdio('python|server.py', {}, '/home/dana/mine'), false],
    [{ serverCommand: ['python', 'server.py'], cwd: '/opt/atlas' }, stdio('python|server.py'), false],
    [{ serverCommand: ['weird', '$(x)'] }, stdio('weird|$(x)'), true],
  ])('%j as the only one that is allowed', (pattern, launch, admitted) => {
    expect(verdict({ allow: [pattern] }, launch, new Map()) === undefined).toBe(admitted)
  })

  it.each<readonly [ServerPattern, Launch]>([
    [{ serverName: 'x' }, stdio('anything')],
    [{ serverUrl: 'https://*/mcp' }, http('https://evil.test/mcp')],
    [{ serverUrl: 'https://*.evil.test/*' }, http('https://mcp.evil.test./mcp')],
    [{ serverUrl: 'https://*.evil.test/*' }, http('https://mcp.evil.test:8443/mcp')],
    [{ serverCommand: ['npx', '@evil/x'] }, stdio('npx|@evil/x')],
  ])('%j forbids', (pattern, launch) => {
    expect(verdict({ deny: [pattern], allow: [{ serverName: 'x' }] }, launch)?.reason).toBe('policy.denied')
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
