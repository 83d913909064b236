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
  touches: {},
  auth: { kind: 'person' },
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
    })
    expect(parseServer('a', { command: 'npx', disabled: true })).toMatchObject({ enabled: false })
    expect(parseServer('a', { command: 'npx', disabled: true, parley: { enabled: true } })).toMatchObject({ enabled: true })
  })

  it.each([
    { kind: 'person', clientId: 'parley', clientSecret: { secret: 'acme-client' }, issuer: 'https://id.test', scopes: ['read'] },
    { kind: 'client', clientId: 'parley', privateKey: { secret: 'acme-key' }, algorithm: 'ES256' },
    { kind: 'enterprise', clientId: 'parley', clientSecret: { secret: 'acme-client' } },
    { kind: 'workload', tokenFile: '/var/run/token' },
  ])('reads how the server is told who calls: %j', (auth) => {
    expect(parseServer('far', { url: 'https://a.test/mcp', parley: { auth } })).toMatchObject({ auth })
  })

  it('gives no entry the trust of the user', () => {
    expect(parseServer('a', { command: 'npx', trusted: true, parley: { trusted: true } })).not.toHaveProperty('trusted')
  })

  it.each([
    [{ command: 'a', url: 'https://a.test' }, 'both a command and a URL'],
    [{ args: ['x'] }, 'neither a command nor a URL'],
    [{ type: 'ws', url: 'https://a.test' }, 'does not know the type "ws"'],
    [{ type: 'constructor', url: 'https://a.test' }, 'does not know the type "constructor"'],
    [{ type: 'http', command: 'a' }, 'it has a command'],
    [{ type: 'stdio', url: 'https://a.test' }, 'it has a URL'],
    [{ command: '' }, 'command is empty'],
    [{ command: ['npx'] }, '“command” has to be a text'],
    [{ command: 'a\0b' }, 'a character that cannot be used'],
    [{ command: 'a', args: '-y' }, '“args” has to be a list'],
    [{ command: 'a', args: [{}] }, '“args 1” has to be a text'],
    [{ command: 'a', env: { 'A=B': 'x' } }, 'a name that cannot be used: "A=B"'],
    [{ command: 'a', env: { A: ['x'] } }, '“env A” has to be a text'],
    [{ command: 'a', env: { A: { secret: '' } } }, '“env A” has to be a text'],
    [{ command: 'a', cwd: 'relative' }, 'whole path'],
    [{ url: 'a.test' }, 'URL cannot be read'],
    [{ url: 'file:///etc/passwd' }, 'begin with https://'],
    [{ url: 'https://user:pass@a.test' }, 'user name or password'],
    [{ url: 'https://a.test', headers: { 'a b': 'x' } }, 'a name that cannot be used'],
    [{ url: 'https://a.test', headers: { A: 'x\r\nB: y' } }, 'line break'],
    [{ command: 'a', parley: { enabled: 'yes' } }, 'parley → enabled'],
    [{ command: 'a', parley: { roots: ['/tmp'] } }, 'parley → roots'],
    [{ command: 'a', parley: [] }, 'parley'],
    [{ url: 'https://a.test', parley: { auth: { kind: 'magic' } } }, 'parley → auth → kind'],
    [{ url: 'https://a.test', parley: { auth: { kind: 'client' } } }, 'parley → auth → clientId'],
    [{ url: 'https://a.test', parley: { auth: { kind: 'person', issuer: 'file:///etc' } } }, 'parley → auth → issuer'],
    [[], 'not an object'],
    [null, 'not an object'],
  ])('says what is wrong with %j', (entry, message) => {
    expect(parseServer('a', entry)).toEqual({
      id: 'a',
      error: expect.objectContaining({ code: 'INVALID_INPUT', message: expect.stringContaining(message) }),
    })
  })

  it.each(['', ' ', '__proto__', 'constructor', 'line\nbreak', 'right\u202eto left', 'x'.repeat(201)])('refuses the name %j', (name) => {
    expect(parseServer(name, { command: 'a' })).toHaveProperty('error.code', 'INVALID_INPUT')
  })
})
