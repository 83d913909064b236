import { expect, it } from 'vitest'
import { holdsSecret } from './holdsSecret'

it.each([
  'use sk-ant-api03-0123456789abcdefgh please',
  'ghp_0123456789abcdefghij0123456789abcdef',
  'token=xoxb-123456789012-abcdefghijkl',
  '-----BEGIN RSA PRIVATE KEY-----\nMIIE',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.sig',
])('K12: sees the key in %j', (text) => {
  expect(holdsSecret(text)).toBe(true)
})

it.each([
  'npm run all the things',
  'ask-a-question-about-something',
  'sk-something-without-any-number',
  'What is AKIA?',
  'eyJ is how they begin',
])('does not cry over %j', (text) => {
  expect(holdsSecret(text)).toBe(false)
})

it('takes no time over what was made to take long', () => {
  const started = performance.now()
  for (const text of ['sk-'.repeat(100_000), 'eyJ'.repeat(100_000), `sk-${'a'.repeat(300_000)}`]) expect(holdsSecret(text)).toBe(false)
  expect(performance.now() - started).toBeLessThan(2000)
})
