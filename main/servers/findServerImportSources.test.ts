import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../storage/testing/temporaryFolder'
import { findServerImportSources } from './findServerImportSources'

describe('findServerImportSources', () => {
  it('finds the configurations of Claude Desktop, VS Code and Cursor, and tells of one that it cannot read', async () => {
    using folder = temporaryFolder()
    const put = (name: string, text: string): void => {
      mkdirSync(dirname(folder.file(name)), { recursive: true })
      writeFileSync(folder.file(name), text)
    }
    put('config/Claude/claude_desktop_config.json', '{ "mcpServers": { "a": { "command": "a" } } }')
    put('config/Code/User/mcp.json', '{ "servers": { "b": { "type": "http", "url": "https://b.test" } } } // mine')
    put('config/Code/User/settings.json', '{ "editor.fontSize": 12, }')
    put('home/.cursor/mcp.json', '{ "mcpServers": { "c": ')
    const sources = await findServerImportSources({ home: folder.file('home'), config: folder.file('config') })
    expect(sources.map(({ host, found }) => [host, found.servers.map(({ id }) => id), found.problems.length])).toEqual([
      ['Claude Desktop', ['a'], 0],
      ['VS Code', ['b'], 0],
      ['Cursor', [], 1],
    ])
  })

  it('finds nothing where there is nothing', async () => {
    using folder = temporaryFolder()
    expect(await findServerImportSources({ home: folder.path, config: folder.path })).toEqual([])
  })
})
