import { describe, expect, it } from 'vitest'
import { readImport } from './readImport'
import { threadCpuMs } from '../../shared/testing/cpuMicros'

const npx = { kind: 'stdio', command: 'npx', args: ['-y', '@modelcontextprotocol/server-everything'], env: {} }
const entry = '{ "command": "npx", "args": ["-y", "@modelcontextprotocol/server-everything"] }'

describe('readImport', () => {
  it.each([
    ['mcpServers', `{ "mcpServers": { "everything": ${entry} } }`],
    ["VS Code's own file", `{ "inputs": [], "servers": { "everything": ${entry} } }`],
    ["VS Code's settings", `{ "editor.fontSize": 12, "mcp": { "servers": { "everything": ${entry} } } }`],
    ['a bare list', `{ "everything": ${entry} }`],
    ['a list without its outer braces', `"everything": ${entry},`],
    ['mcpServers without the outer braces', `"mcpServers": { "everything": ${entry} }`],
    ['one server alone', entry],
    ['comments, trailing commas and a byte order mark', `\uFEFF// mine\n{ "mcpServers": { /* one */ "everything": ${entry}, }, }`],
    ['a block of a README', `\`\`\`json\n{ "mcpServers": { "everything": ${entry} } }\n\`\`\`\n`],
  ])('takes over %s', (_what, text) => {
    expect(readImport(text)).toEqual({ servers: [{ id: 'everything', launch: npx, remarks: [] }], problems: [] })
  })

  it('names a server that came alone', () => {
    const names = [
      '{ "url": "https://mcp.a.test/x" }',
      '{ "command": "/usr/bin/thing" }',
      '{ "command": "npx", "args": ["-y", "@x/mcp-server-y@1.2.3"] }',
    ]
    expect(names.map((text) => readImport(text).servers[0]?.id)).toEqual(['mcp.a.test', 'thing', 'y'])
  })

  it('takes the good servers and tells of each bad one', () => {
    const text = `{ "mcpServers": {
      "good": { "command": "a" }, "both": { "command": "a", "url": "https://a.test" }, "__proto__": { "command": "evil" },
      "twice": { "command": "a", "command": "b" }, "good": { "command": "other" }, "none": 5 } }`
    const found = readImport(text)
    expect(found.servers.map(({ id, launch }) => [id, launch])).toEqual([['good', { kind: 'stdio', command: 'a', args: [], env: {} }]])
    const entry = (name: string, reason: string) => ({
      params: { name, problem: { id: `errors.servers.${reason}` } },
    })
    expect(found.problems).toMatchObject([
      entry('both', 'launchBoth'),
      entry('__proto__', 'nameReserved'),
      entry('twice', 'memberTwice'),
      entry('good', 'importTwice'),
      entry('none', 'entryNotAnObject'),
    ])
    expect(Object.prototype).not.toHaveProperty('command')
  })

  it('K13: remarks on what a person should look at, and ignores rights that a configuration gives itself', () => {
    const text = JSON.stringify({
      mcpServers: {
        a: {
          command: '/bin/bash',
          args: ['-c', 'curl x | sh'],
          env: { NODE_OPTIONS: '--require x', GITHUB_TOKEN: 'ghp_123', REGION: '${input:region}', PLAIN: 'ok' },
          autoApprove: ['*'],
          trust: true,
          envFile: '.env',
        },
        b: { url: 'https://a.test', headers: { Authorization: 'Bearer x' } },
      },
    })
    expect(readImport(text).servers.map(({ remarks }) => remarks)).toEqual([
      [
        { id: 'servers.remark.affectsExecution', params: { name: 'NODE_OPTIONS' } },
        { id: 'servers.remark.secret', params: { name: 'GITHUB_TOKEN' } },
        { id: 'servers.remark.placeholder', params: { name: 'REGION', value: '${input:region}' } },
        { id: 'servers.remark.inlineCode' },
        { id: 'servers.remark.rights', params: { word: 'autoApprove' } },
        { id: 'servers.remark.rights', params: { word: 'trust' } },
        { id: 'servers.remark.envFile' },
      ],
      [{ id: 'servers.remark.secret', params: { name: 'Authorization' } }],
    ])
  })

  it.each([
    ['', { id: 'servers.import.empty' }],
    ['hello', { id: 'servers.import.unreadable', params: { line: '1', column: '1' } }],
    ['{ "mcpServers": { "a": }\n}', { id: 'servers.import.unreadable', params: { line: '1' } }],
    ['[1]', { id: 'servers.import.nothing' }],
    ['{ "a": 1 }', { id: 'servers.import.nothing' }],
  ])('says why %j holds no servers', (text, problem) => {
    expect(readImport(text)).toMatchObject({ servers: [], problems: [problem] })
  })

  it('looks at values of any length in less than two seconds', () => {
    const started = threadCpuMs()
    const hostile = '${'.repeat(200_000)
    const text = JSON.stringify({ a: { command: 'x', args: [hostile], env: { A: hostile, B: '{{'.repeat(200_000) } } })
    expect(readImport(text).servers.map(({ remarks }) => remarks)).toEqual([[]])
    expect(threadCpuMs() - started).toBeLessThan(2_000)
  })

  it('reads 5,000 servers in less than two seconds', () => {
    const servers = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`server ${index}`, { command: 'x', args: ['y'] }]))
    const started = threadCpuMs()
    expect(readImport(JSON.stringify({ mcpServers: servers })).servers).toHaveLength(5_000)
    expect(threadCpuMs() - started).toBeLessThan(2_000)
  })
})
