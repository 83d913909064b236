import { expect, it } from 'vitest'
import { looksSecret } from './looksSecret'

it('sees a secret by its name or by what it holds', () => {
  const seen = [
    ['GITHUB_TOKEN', 'abc'],
    ['OPENAI_API_KEY', 'abc'],
    ['apiKey', 'abc'],
    ['AWS_ACCESS_KEY_ID', 'abc'],
    ['Authorization', 'Bearer abcdefghij'],
    ['Proxy-Authorization', 'abc'],
    ['SSHKEY', 'abc'],
    ['Cookie', 'a=b'],
    ['DATABASE_URL', 'postgres://dana:hunter2@localhost/reports'],
    ['PLAIN', 'ghp_0123456789abcdefghij'],
    ['PLAIN', 'eyJhbGciOiJIUzI1NiJ9.e30.x'],
    ['PLAIN', '-----BEGIN PRIVATE KEY-----'],
    ['PG_PASSWORD', 'x'],
    ['DB_PASS', 'x'],
  ]
  expect(seen.filter(([name = '', value = '']) => !looksSecret(name, value))).toEqual([])
})

it('leaves plain values alone, and those that stand for another', () => {
  const plain = [
    ['LOG_LEVEL', 'debug'],
    ['NODE_ENV', 'production'],
    ['KEYBOARD', 'us'],
    ['AUTHOR', 'dana'],
    ['COMPASS', 'north'],
    ['BASE_URL', 'https://example.com/mcp'],
    ['GITHUB_TOKEN', ''],
    ['GITHUB_TOKEN', '${input:token}'],
    ['API_KEY', '{{key}}'],
    ['MONKEY', 'george'],
  ]
  expect(plain.filter(([name = '', value = '']) => looksSecret(name, value))).toEqual([])
})

it('takes no time over long values that are made to take it', () => {
  const started = performance.now()
  const long = ['${', '{{', 'a://b:', 'sk', 'bearer ', 'eyJ'].map((part) => part.repeat(100_000))
  expect(long.map((value) => looksSecret('PLAIN', value))).toHaveLength(6)
  expect(performance.now() - started).toBeLessThan(2_000)
})
