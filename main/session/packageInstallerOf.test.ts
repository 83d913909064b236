import { expect, it } from 'vitest'
import { packageInstallerOf } from './packageInstallerOf'

it.each<[string, readonly string[], string | undefined]>([
  ['npx', ['-y', '@x/y'], 'npx'],
  ['/usr/bin/npx', ['@x/y'], 'npx'],
  ['C:\\Program Files\\nodejs\\npx.cmd', ['-y', '@x/y'], 'npx'],
  ['cmd', ['/c', 'npx', '-y', '@x/y'], 'npx'],
  ['cmd.exe', ['/s', '/C', 'uvx', 'x'], 'uvx'],
  ['cmd', ['/c'], undefined],
  ['uvx', ['mcp-server-time'], 'uvx'],
  ['uv', ['--directory', '/srv/x', 'run', 'x'], 'uv'],
  ['uv', ['version'], undefined],
  ['docker', ['--context', 'a', 'run', '-i', '--rm', 'mcp/fetch'], 'docker'],
  ['docker', ['exec', '-i', 'x', 'y'], undefined],
  ['npm', ['exec', '--', '@x/y'], 'npm'],
  ['npm', ['start'], undefined],
  ['pnpm', ['dlx', '@x/y'], 'pnpm'],
  ['node', ['npx'], undefined],
  ['python', ['-m', 'server'], undefined],
])('%s %j may install with %s', (command, args, program) => {
  expect(packageInstallerOf(command, args)).toBe(program)
})
