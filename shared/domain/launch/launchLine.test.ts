import { expect, it } from 'vitest'
import { launchLine, shortCommandLine } from './launchLine'
import type { Launch } from '../server'

const stdio = (command: string, ...args: string[]): Launch => ({ kind: 'stdio', command, args, env: {} })
const http: Launch = { kind: 'http', url: 'https://mcp.example.com/mcp', headers: {}, transport: 'auto' }

it('shows a command whole, with what has spaces in quotes', () => {
  expect(launchLine(stdio('npx', '-y', 'pkg', '/home/dana/my code'))).toBe('npx -y pkg "/home/dana/my code"')
  expect(launchLine(http)).toBe('https://mcp.example.com/mcp')
})

it('shortens for lists and keeps what tells servers apart', () => {
  expect(shortCommandLine(stdio('npx', '-y', '@modelcontextprotocol/server-filesystem', '/a', '/b'))).toBe('npx server-filesystem …')
  expect(shortCommandLine(stdio('/usr/bin/node', '/home/dana/servers/weather/index.js'))).toBe('node …/weather/index.js')
  expect(shortCommandLine(http)).toBe('mcp.example.com/mcp')
})
