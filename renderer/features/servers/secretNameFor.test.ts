import { expect, it } from 'vitest'
import { secretNameFor } from './secretNameFor'

it('names a secret after its server and variable', () => {
  expect([secretNameFor('GitHub', 'Authorization'), secretNameFor('pg staging', 'DATABASE_URL'), secretNameFor('…', '_')]).toEqual([
    'github-authorization',
    'pg-staging-database-url',
    'server-value',
  ])
})
