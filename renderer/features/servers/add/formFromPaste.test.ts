import { expect, it } from 'vitest'
import { formFromPaste } from './formFromPaste'

it('takes an address and a command line for what they are', () => {
  expect(formFromPaste('https://mcp.example/mcp')).toMatchObject({ kind: 'http', url: 'https://mcp.example/mcp' })
  expect(formFromPaste('$ npx -y @example/server "/my folder"')).toMatchObject({
    kind: 'stdio',
    command: 'npx',
    args: '-y\n@example/server\n/my folder',
  })
  expect(formFromPaste('C:\\tools\\server.exe --stdio')).toMatchObject({ command: 'C:\\tools\\server.exe' })
})

it.each(['', '{"mcpServers": {}}', '[mcp_servers.x]', 'command: npx', 'command = "npx"', 'npx\n-y', '"mcpServers": {'])(
  'leaves a configuration alone: %j',
  (text) => expect(formFromPaste(text)).toBeUndefined(),
)
