import { expect, it } from 'vitest'
import { areRelated } from './relatedHosts'

it.each([
  ['mcp.example.com', 'login.example.com'],
  ['example.com', 'auth.eu.example.com'],
  ['mcp.shop.co.uk', 'login.shop.co.uk'],
  ['127.0.0.1', 'localhost'],
  ['10.0.0.5', '10.0.0.5'],
  ['Example.com.', 'login.example.com'],
])('E22: %s and %s are the same people’s', (one, other) => {
  expect(areRelated(one, other)).toBe(true)
})

it.each([
  ['mcp.example.com', 'accounts.google.com'],
  ['mcp.example.com', 'login.example.com.evil.test'],
  ['mcp.example.com', 'loginexample.com'],
  ['shop.co.uk', 'evil.co.uk'],
  ['one.github.io', 'two.github.io'],
  ['mine.workers.dev', 'evil.workers.dev'],
  ['10.0.0.5', '10.0.0.6'],
  ['mcp.example.com', '127.0.0.1'],
  ['93.184.216.34', '1.184.216.34'],
])('E22: %s and %s may be strangers', (one, other) => {
  expect(areRelated(one, other)).toBe(false)
})
