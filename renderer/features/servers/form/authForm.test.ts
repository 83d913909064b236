import { describe, expect, it } from 'vitest'
import type { ServerAuth } from '../../../../shared/domain/serverAuth'
import { authErrors, authFormOf, emptyAuth, readAuth } from './authForm'

const every: readonly ServerAuth[] = [
  { kind: 'person' },
  { kind: 'person', clientId: 'a', clientSecret: { secret: 's' }, issuer: 'https://a.example', scopes: ['x', 'y'], withoutPkce: true },
  { kind: 'client', clientId: 'a', clientSecret: { secret: 's' } },
  { kind: 'client', clientId: 'a', privateKey: { secret: 'k' }, algorithm: 'ES256', scopes: ['x'] },
  { kind: 'enterprise', clientId: 'a', clientSecret: { secret: 's' } },
  { kind: 'workload', tokenFile: '/var/token' },
  { kind: 'workload', clientId: 'a', token: { secret: 't' } },
]

describe('how a server signs in, as a form', () => {
  it.each(every)('gives back what it was made from: %o', (auth) => {
    expect(readAuth('good', authFormOf(auth))).toEqual({ auth, secrets: [], forget: [] })
  })

  it('sends what is secret to the vault, and only names to the file', () => {
    const { auth, secrets } = readAuth('good', {
      ...emptyAuth,
      kind: 'client',
      clientId: 'ci',
      proof: 'key',
      privateKey: { text: '-----BEGIN PRIVATE KEY-----' },
      clientSecret: { text: 'not used' },
    })
    const [key] = secrets
    expect(secrets).toEqual([{ name: key?.name, value: '-----BEGIN PRIVATE KEY-----' }])
    expect(auth).toEqual({ kind: 'client', clientId: 'ci', privateKey: { secret: key?.name } })
    expect(JSON.stringify(auth)).not.toContain('BEGIN')
  })

  it('forgets a secret that was deleted, where Parley had named it after this server', () => {
    const [own] = readAuth('good', { ...emptyAuth, clientSecret: { text: 'x' } }).secrets
    const forgetOf = (deleted: string) => readAuth('good', { ...emptyAuth, clientSecret: { text: '', deleted } }).forget
    expect([forgetOf(own?.name ?? ''), forgetOf('shared-by-others')]).toEqual([[own?.name], []])
  })

  it('says what is missing, beside the field', () => {
    expect(authErrors(emptyAuth)).toEqual({})
    expect(Object.keys(authErrors({ ...emptyAuth, kind: 'client' }))).toEqual(['clientId', 'proof'])
    expect(Object.keys(authErrors({ ...emptyAuth, kind: 'enterprise', issuer: 'auth' }))).toEqual(['clientId', 'issuer'])
    expect(Object.keys(authErrors({ ...emptyAuth, kind: 'workload' }))).toEqual(['token'])
    const errorsOf = (tokenFile: string) => authErrors({ ...emptyAuth, kind: 'workload', tokenFrom: 'file', tokenFile })
    expect([errorsOf('run/token'), errorsOf(' /run/token ')]).toEqual([{ token: { id: 'servers.form.error.tokenFile' } }, {}])
  })
})
