import { expect, it } from 'vitest'
import { isUnencrypted } from './isUnencrypted'

it.each([
  ['http://mcp.example.com/mcp', true],
  ['HTTP://MCP.example.com', true],
  ['http://192.168.1.20:8080/mcp', true],
  ['http://[fe80::1]/', true],
  ['http://localhost.example.com', true],
  ['https://mcp.example.com/mcp', false],
  ['http://localhost:3000/mcp', false],
  ['http://127.0.0.1/', false],
  ['http://0x7f.1/', false],
  ['http://[::1]:8080/', false],
  ['ws://mcp.example.com', false],
  ['mcp.example.com', false],
  ['http://', false],
])('whether others can read what goes to %s: %s', (address, expected) => {
  expect(isUnencrypted(URL.canParse(address) ? new URL(address) : null)).toBe(expected)
})
