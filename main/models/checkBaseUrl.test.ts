import { expect, it } from 'vitest'
import { checkBaseUrl } from './checkBaseUrl'

it.each([
  ['https://api.example.com/v1/', 'https://api.example.com/v1'],
  [' http://127.0.0.1:11434/v1 ', 'http://127.0.0.1:11434/v1'],
  ['http://localhost:1234/v1', 'http://localhost:1234/v1'],
  ['http://192.168.1.20:8080', 'http://192.168.1.20:8080'],
  ['http://[::1]:8080/v1', 'http://[::1]:8080/v1'],
  ['http://nas.local/v1', 'http://nas.local/v1'],
  ['http://gpu-box:8000/v1', 'http://gpu-box:8000/v1'],
])('takes %s', (text, url) => {
  expect(checkBaseUrl(text)).toBe(url)
})

it.each([
  'http://api.example.com/v1',
  'http://8.8.8.8/v1',
  'http://127.0.0.1.evil.test/v1',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https://user:secret@api.example.com/v1',
  'https://api.example.com/v1?key=1',
  'api.example.com',
  '',
])('refuses %s', (text) => {
  expect(() => checkBaseUrl(text)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
})
