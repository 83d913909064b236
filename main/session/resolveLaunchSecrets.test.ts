import { expect, it } from 'vitest'
import type { ConfigValue } from '../../shared/domain/configValue'
import { redact } from '../lib/redact'
import { resolveLaunchSecrets } from './resolveLaunchSecrets'

const deps = {
  vault: { resolve: (value: ConfigValue) => Promise.resolve(typeof value === 'string' ? value : '') },
  loginShellPath: () => Promise.resolve('/usr/bin'),
}

it('keeps plain values that look like secrets out of what leaves Parley, without their scheme too, and hides no plain word', async () => {
  const headers = {
    Authorization: 'Bearer heliotrope-4711',
    'X-Passphrase': 'correct horse battery staple',
    'X-Database': 'postgres://dana:hunter2hunter2@localhost/reports',
    'X-Author': 'Dana Marigold',
  }
  await resolveLaunchSecrets(
    { kind: 'http', url: 'https://example.com/mcp', headers, transport: 'auto' },
    deps,
    new AbortController().signal,
  )
  expect(redact('sent heliotrope-4711')).toBe('sent •••')
  expect(redact('the staple of battery makers')).toBe('the staple of battery makers')
  expect(redact(`said ${headers['X-Passphrase']}`)).toBe('said •••')
  expect(redact(`connects to ${headers['X-Database']}`)).toBe('connects to •••')
  expect(redact('by Dana Marigold')).toBe('by Dana Marigold')
})
