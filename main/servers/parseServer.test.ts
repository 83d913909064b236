import { describe, expect, it } from 'vitest'
import { parseServer } from './parseServer'

const defaults = {
  enabled: true,
  roots: [],
  rootsChosen: false,
  disabledTools: [],
  sampling: 'ask',
  samplingLimits: { callsPerDay: 20, tokensPerDay: 50_000 },
  elicitation: 'ask',
  protocol: 'automatic',
  touches: {},
  auth: { kind: 'person' },
  traceContext: true,
  shareTraceId: false,
}
const stdio = { kind: 'stdio', command: 'npx', args: [], env: {} }

describe('parseServer', () => {
  it('reads what other hosts write for a command', () => {
    expect(
      parseServer('files', {
        command: 'npx',
        args: ['-y', 'pkg', 3000],
        env: { A: 'x', B: { secret: 'b' }, PORT: 80 },
        cwd: '/tmp',
        future: true,
      }),
    ).toEqual({
      ...defaults,
      id: 'files',
      launch: { kind: 'stdio', command: 'npx', args: ['-y', 'pkg', '3000'], env: { A: 'x', B: { secret: 'b' }, PORT: '80' }, cwd: '/tmp' },
    })
  })

  it.each([
    [{ url: 'https://a.test/mcp' }, 'auto'],
    [{ type: 'http', url: 'https://a.test/mcp' }, 'auto'],
    [{ type: 'streamable-http', url: 'https://a.test/mcp' }, 'auto'],
    [{ type: 'sse', url: 'https://a.test/mcp' }, 'sse'],
    [{ transport: 'sse', url: 'https://a.test/mcp' }, 'sse'],
  ])('reads the URL in %j as transport %s', (entry, transport) => {
    expect(parseServer('far', { ...entry, headers: { 'X-Key': { secret: 'k' } } })).toEqual({
      ...defaults,
      id: 'far',
      launch: { kind: 'http', url: 'https://a.test/mcp', headers: { 'X-Key': { secret: 'k' } }, transport },
    })
  })

  it('reads our own part, and the "disabled" of other hosts', () => {
    const parley = { enabled: false, roots: ['file:///tmp'], tools: { disabled: ['echo'] }, sampling: 'off', future: 1 }
    expect(parseServer('a', { command: 'npx', parley })).toEqual({
      ...defaults,
      id: 'a',
      launch: stdio,
      enabled: false,
      roots: ['file:///tmp'],
      rootsChosen: true,
      disabledTools: ['echo'],
      sampling: 'off',
      remarks: [{ id: 'servers.remark.unknownWord', params: { path: 'parley → future' } }],
    })
    expect(parseServer('a', { command: 'npx', disabled: true })).toMatchObject({ enabled: false })
    expect(parseServer('a', { command: 'npx', disabled: true, parley: { enabled: true } })).toMatchObject({ enabled: true })
  })

  it.each([
    { kind: 'person', clientId: 'parley', clientSecret: { secret: 'acme-client' }, issuer: 'https://id.test', scopes: ['read'] },
    { kind: 'client', clientId: 'parley', privateKey: { secret: 'acme-key' }, algorithm: 'ES256' },
    { kind: 'enterprise', clientId: 'parley', clientSecret: { secret: 'acme-client' } },
    { kind: 'workload', tokenFile: '/var/run/token' },
    { kind: 'workload', tokenFile: 'C:\\run\\token' },
    { kind: 'workload', tokenFile: '\\\\host\\run\\token' },
  ])('reads how the server is told who calls: %j', (auth) => {
    expect(parseServer('far', { url: 'https://a.test/mcp', parley: { auth } })).toMatchObject({ auth })
  })

  it('gives no entry the trust of the user', () => {
    expect(parseServer('a', { command: 'npx', trusted: true, parley: { trusted: true } })).not.toHaveProperty('trusted')
  })

  const wrong: readonly (readonly [entry: unknown, reason: string, params?: object])[] = [
    [{ command: 'a', url: 'https://a.test' }, 'launchBoth'],
    [{ args: ['x'] }, 'launchNeither'],
    [{ type: 'ws', url: 'https://a.test' }, 'typeUnknown', { type: 'ws' }],
    [{ type: 'constructor', url: 'https://a.test' }, 'typeUnknown', { type: 'constructor' }],
    [{ type: 'http', command: 'a' }, 'typeAndCommand', { type: 'http' }],
    [{ type: 'stdio', url: 'https://a.test' }, 'typeAndUrl'],
    [{ command: '' }, 'commandEmpty'],
    [{ command: ['npx'] }, 'notText', { what: 'command' }],
    [{ command: 'a\0b' }, 'badCharacter', { what: 'command' }],
    [{ command: 'a', args: '-y' }, 'argsNotAList'],
    [{ command: 'a', args: [{}] }, 'notText', { what: 'args 1' }],
    [{ command: 'a', env: { 'A=B': 'x' } }, 'valueName', { what: 'env', name: 'A=B' }],
    [{ command: 'a', env: { A: ['x'] } }, 'notText', { what: 'env A' }],
    [{ command: 'a', env: { A: { secret: '' } } }, 'notText', { what: 'env A' }],
    [{ command: 'a', cwd: 'relative' }, 'cwdNotWhole'],
    [{ url: 'a.test' }, 'urlUnreadable'],
    [{ url: 'file:///etc/passwd' }, 'urlScheme'],
    [{ url: 'https://user:pass@a.test' }, 'urlCredentials'],
    [{ url: 'https://a.test', headers: { 'a b': 'x' } }, 'valueName', { what: 'headers', name: 'a b' }],
    [{ url: 'https://a.test', headers: { A: 'x\r\nB: y' } }, 'headerLineBreak', { name: 'A' }],
    [{ command: 'a', parley: { enabled: 'yes' } }, 'entryPart', { path: 'parley → enabled' }],
    [{ command: 'a', parley: { roots: ['/tmp'] } }, 'entryPart', { issue: { id: 'json.issue.fileUri' } }],
    [
      { command: 'a', parley: { extensions: { tasks: false } } },
      'entryPart',
      { path: 'parley → extensions → tasks', issue: { id: 'json.issue.extension' } },
    ],
    [{ command: 'a', parley: [] }, 'entryPart', { path: 'parley' }],
    [{ url: 'https://a.test', parley: { auth: { kind: 'magic' } } }, 'entryPart', { path: 'parley → auth → kind' }],
    [{ url: 'https://a.test', parley: { auth: { kind: 'client' } } }, 'entryPart', { path: 'parley → auth → clientId' }],
    [
      { url: 'https://a.test', parley: { auth: { kind: 'person', issuer: 'file:///etc' } } },
      'entryPart',
      { path: 'parley → auth → issuer' },
    ],
    ...['token', './token', '~/token', '${HOME}/token', 'C:token', ''].map(
      (tokenFile) =>
        [
          { url: 'https://a.test', parley: { auth: { kind: 'workload', tokenFile } } },
          'entryPart',
          { path: 'parley → auth → tokenFile', issue: { id: 'json.issue.wholePath' } },
        ] as const,
    ),
    [[], 'entryNotAnObject'],
    [null, 'entryNotAnObject'],
  ]
  it.each(wrong.map((one) => [one[0], one] as const))('says what is wrong with %j', (entry, [, reason, params]) => {
    expect(parseServer('a', entry)).toMatchObject({
      id: 'a',
      error: { code: 'INVALID_INPUT', reason: `servers.${reason}`, ...(params && { params }) },
    })
  })

  it.each(['', ' ', '__proto__', 'constructor', 'line\nbreak', 'right\u202eto left', 'x'.repeat(201)])('refuses the name %j', (name) => {
    expect(parseServer(name, { command: 'a' })).toHaveProperty('error.code', 'INVALID_INPUT')
  })
})
