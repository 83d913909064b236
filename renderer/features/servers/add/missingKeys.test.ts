import { expect, it } from 'vitest'
import type { Launch } from '../../../../shared/domain/server'
import { looksSecret } from '../../../../shared/secrets/secretPatterns'
import { missingKeys, withTypedKeys } from './missingKeys'

// Catches: the words of a README are kept in the vault as if they were the key, and the server refuses them later.
it('finds words that stand for a key, and puts the typed key in their place', () => {
  const env = { API_KEY: '<your key>', TOKEN: 'YOUR_API_TOKEN', SECRET: 'your-secret-here', PASSWORD: 'hunter2', LOG: 'debug' }
  const launch: Launch = { kind: 'stdio', command: 'x', args: [], env }
  expect(missingKeys(launch)).toEqual(['API_KEY', 'TOKEN', 'SECRET'])
  expect(Object.entries(env).filter(([name, value]) => looksSecret(name, value))).toEqual([['PASSWORD', 'hunter2']])
  expect(withTypedKeys(launch, { API_KEY: ' sk-1 ', LOG: 'no', TOKEN: '' })).toEqual({ ...launch, env: { ...env, API_KEY: 'sk-1' } })
  const remote: Launch = { kind: 'http', url: 'https://mcp.example', transport: 'auto', headers: { Authorization: 'Bearer <token>' } }
  expect(missingKeys(remote)).toEqual(['Authorization'])
  expect(withTypedKeys(remote, { Authorization: 'abc' })).toEqual({ ...remote, headers: { Authorization: 'Bearer abc' } })
})
