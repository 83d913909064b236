import { describe, expect, it } from 'vitest'
import { environmentLookup } from './fillPlaceholders'
import { readConfigured, readImportedServers } from './readImportedServers'

// Configurations as their vendors document them (Codex: developers.openai.com/codex/mcp; Zed: zed.dev/docs/ai/mcp; opencode:
// opencode.ai/docs/mcp-servers; Goose: block.github.io/goose; Continue: docs.continue.dev), and faults in each.

const codex = `
model = "gpt-5"

[mcp_servers.context7]
command = "npx"
args = ["-y", "@upstash/context7-mcp"]
env_vars = ["LOCAL_TOKEN", { name = "REMOTE_TOKEN", source = "remote" }]

[mcp_servers.context7.env]
MY_ENV_VAR = "MY_ENV_VALUE"

[mcp_servers."fig ma"] # a quoted name
url = "https://mcp.figma.com/mcp"
bearer_token_env_var = "FIGMA_OAUTH_TOKEN"
http_headers = { "X-Figma-Region" = "us-east-1" }
env_http_headers = { "X-Team" = "TEAM_ID" }
enabled = false
disabled_tools = ["screenshot"]
startup_timeout_sec = 20
default_tools_approval_mode = "approve"
`

const zed = `{
  "theme": "One Dark", // its settings file
  "context_servers": {
    "local-mcp-server": { "source": "custom", "command": "some-command", "args": ["arg-1", "arg-2"], "env": {} },
    "older": { "command": { "path": "uvx", "args": ["mcp-server-git"], "env": { "A": "1" } }, "settings": {} },
    "remote-mcp-server": { "url": "https://example.com/mcp", "headers": { "Authorization": "Bearer <token>" } },
    "extension": { "enabled": true, "settings": { "k": 1 } },
  },
}`

const opencode = `{
  "$schema": "https://opencode.ai/config.json",
  "mcp": {
    "my-local-mcp-server": {
      "type": "local", "command": ["bun", "x", "my-mcp-command"], "enabled": true,
      "environment": { "MY_ENV_VAR": "{env:MY_VALUE}" }
    },
    "my-remote-mcp": { "type": "remote", "url": "https://my-mcp-server.com", "enabled": false, "headers": { "Authorization": "Bearer {env:KEY}" } }
  }
}`

const goose = `
GOOSE_PROVIDER: anthropic
extensions:
  developer:
    bundled: true
    enabled: true
    name: developer
    timeout: 300
    type: builtin
  fs:
    enabled: true
    type: stdio
    name: Files
    cmd: npx
    args: [-y, "@modelcontextprotocol/server-filesystem", /data]
    envs: { LOG: info }
    env_keys: [API_KEY]
  remote: { enabled: false, type: streamable_http, name: Remote, uri: "https://x.example/mcp", headers: { A: b } }
`

const continued = `
name: My Config
version: 1.0.0
schema: v1
mcpServers:
  - name: Browser
    command: npx
    args:
      - "@playwright/mcp@latest"
    env:
      TOKEN: \${{ secrets.PW }}
  - name: Linear
    type: streamable-http
    url: https://mcp.linear.app/mcp
    requestOptions:
      headers: { X-A: "1" }
`

const stdio = (command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) => ({
  kind: 'stdio',
  command,
  args,
  env,
})
const http = (url: string, headers: Readonly<Record<string, string>> = {}) => ({ kind: 'http', url, headers, transport: 'auto' })

describe('takes over what other hosts keep', () => {
  it.each<[host: string, text: string, servers: readonly (readonly [name: string, launch: object, enabled: boolean])[]]>([
    [
      'Codex',
      codex,
      [
        [
          'context7',
          stdio('npx', ['-y', '@upstash/context7-mcp'], {
            LOCAL_TOKEN: '${env:LOCAL_TOKEN}',
            REMOTE_TOKEN: '${env:REMOTE_TOKEN}',
            MY_ENV_VAR: 'MY_ENV_VALUE',
          }),
          true,
        ],
        [
          'fig ma',
          http('https://mcp.figma.com/mcp', {
            'X-Figma-Region': 'us-east-1',
            'X-Team': '${env:TEAM_ID}',
            Authorization: 'Bearer ${env:FIGMA_OAUTH_TOKEN}',
          }),
          false,
        ],
      ],
    ],
    [
      'Zed',
      zed,
      [
        ['local-mcp-server', stdio('some-command', ['arg-1', 'arg-2']), true],
        ['older', stdio('uvx', ['mcp-server-git'], { A: '1' }), true],
        ['remote-mcp-server', http('https://example.com/mcp', { Authorization: 'Bearer <token>' }), true],
      ],
    ],
    [
      'opencode',
      opencode,
      [
        ['my-local-mcp-server', stdio('bun', ['x', 'my-mcp-command'], { MY_ENV_VAR: '${env:MY_VALUE}' }), true],
        ['my-remote-mcp', http('https://my-mcp-server.com', { Authorization: 'Bearer ${env:KEY}' }), false],
      ],
    ],
    [
      'Goose',
      goose,
      [
        ['fs', stdio('npx', ['-y', '@modelcontextprotocol/server-filesystem', '/data'], { LOG: 'info' }), true],
        ['remote', http('https://x.example/mcp', { A: 'b' }), false],
      ],
    ],
    [
      'Continue',
      continued,
      [
        ['Browser', stdio('npx', ['@playwright/mcp@latest'], { TOKEN: '${input:PW}' }), true],
        ['Linear', http('https://mcp.linear.app/mcp', { 'X-A': '1' }), true],
      ],
    ],
  ])('%s', (_host, text, servers) => {
    expect(readImportedServers(text).servers.map(({ id, launch, enabled }) => [id, launch, enabled])).toEqual(servers)
  })

  it('says what it does not take over, and takes no rights from a configuration', () => {
    const remarksOf = (text: string): unknown =>
      Object.fromEntries(readImportedServers(text).servers.map(({ id, remarks }) => [id, remarks]))
    expect(remarksOf(codex)).toMatchObject({
      'fig ma': expect.arrayContaining([
        { id: 'servers.remark.off' },
        { id: 'servers.remark.ignored', params: { word: 'startup_timeout_sec' } },
        { id: 'servers.remark.rights', params: { word: 'autoApprove' } },
      ]),
    })
    expect(readImportedServers(codex).servers[1]?.disabledTools).toEqual(['screenshot'])
    expect(remarksOf(goose)).toMatchObject({ fs: [{ id: 'servers.remark.ignored', params: { word: 'env_keys' } }] })
    expect(readImportedServers(zed).problems).toMatchObject([
      { params: { name: 'extension', problem: { id: 'errors.servers.launchNeither' } } },
    ])
  })

  it('fills their placeholders on the command line, and refuses a server that would get one literally', () => {
    const lookup = environmentLookup({ KEY: 'k', MY_VALUE: 'v', PW: 'p' })
    expect(readConfigured(opencode, lookup).servers.map(({ launch }) => launch)).toMatchObject([
      { env: { MY_ENV_VAR: 'v' } },
      { headers: { Authorization: 'Bearer k' } },
    ])
    expect(readConfigured(continued, lookup).refused.map(({ name, error }) => [name, error.params])).toEqual([
      ['Browser', { placeholder: '${input:PW}' }],
    ])
  })
})

it.each([
  ['TOML', '[mcp_servers.a]\ncommand = npx', '2', 'servers.import.notToml'],
  ['TOML with a table twice', '[mcp_servers.a]\ncommand = "x"\n[mcp_servers.a]\ncommand = "y"', '3', 'servers.import.notToml'],
  ['YAML', 'mcpServers:\n  a:\n    command: [x', '3', 'servers.import.notYaml'],
  ['YAML with a name twice', 'mcpServers:\n  a:\n    command: x\n    command: y\n', '4', 'servers.import.nameTwice'],
  [
    'YAML that grows',
    `a: &a [x]\nb: &b [${'*a,'.repeat(200)}]\nmcpServers:\n  c:\n    args: [${'*b,'.repeat(200)}]\n`,
    '2',
    'servers.import.yamlAlias',
  ],
  ['YAML with a name twice in a list', 'mcpServers:\n  - {a: 1, b: 2}\n  - {a: 1, a: 2}\n', '3', 'servers.import.nameTwice'],
])('says where %s cannot be read', (_what, text, line, fault) => {
  expect(readImportedServers(text)).toMatchObject({
    servers: [],
    problems: [{ id: 'servers.import.unreadable', params: { line, fault: { id: fault } } }],
  })
})

it.each([
  ['TOML', '[mcp_servers.a]\n', (at: number) => `k${at} = 1\n`],
  ['YAML', 'mcpServers:\n', (at: number) => `k${at}:\n`],
])('does not begin to read %s that is too large for a configuration', (_what, head, line) => {
  const text = (lines: number): string => head + Array.from({ length: lines }, (_, at) => line(at)).join('')
  expect([readImportedServers(text(20_000)).problems, readImportedServers(text(500)).problems]).toEqual([
    [{ id: 'servers.import.textTooLarge' }],
    expect.not.arrayContaining([{ id: 'servers.import.textTooLarge' }]),
  ])
})

it.each([
  ['TOML', `[mcp_servers.a]\n${Array(20_000).fill('a').join('.')} = 1\n`],
  ['TOML in lists', `[mcp_servers.a]\nargs = ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`],
  ['JSON', `{"mcpServers":{"a":{"command":"x","args":${'['.repeat(20_000)}${']'.repeat(20_000)}}}}`],
  ['YAML', `mcpServers:\n  a: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`],
])('says in words that %s is too deep, and throws nothing', (_what, text) => {
  const { servers, problems } = readImportedServers(text)
  expect(servers).toEqual([])
  expect(problems).toHaveLength(1)
  expect(JSON.stringify(problems)).not.toContain('call stack')
})

it('takes no more servers at once than a person can look through', () => {
  const text = (count: number): string =>
    JSON.stringify({ mcpServers: Object.fromEntries(Array.from({ length: count }, (_, at) => [`s${at}`, { command: 'x' }])) })
  expect([readImportedServers(text(20_000)).problems, readImportedServers(text(200)).servers.length]).toEqual([
    [{ id: 'servers.import.tooManyServers', params: { count: 20_000, most: 200 } }],
    200,
  ])
})
