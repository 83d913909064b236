import { expect, it } from 'vitest'
import type { ConnectionState } from '../../shared/domain/connectionState'
import type { ServerId } from '../../shared/domain/ids'
import type { ErrorCode } from '../../shared/errors/appError'
import { sampleServer } from '../../shared/testing/sampleServer'
import { FailedStartRetrier } from './failedStartRetrier'

const failed = (code: ErrorCode): ConnectionState => ({ phase: 'failed', error: { code, message: 'no' }, at: 1 })

function setUp() {
  const servers = [
    sampleServer('locked'),
    sampleServer('atWork', { auth: { kind: 'enterprise', clientId: 'parley' } }),
    sampleServer('byPerson'),
    sampleServer('crashed'),
    sampleServer('running'),
  ]
  const [locked, atWork, byPerson, crashed] = servers.map(({ id }) => id)
  const states = Object.fromEntries([
    [locked, failed('SECRETS_LOCKED')],
    [atWork, failed('SIGN_IN_FAILED')],
    [byPerson, failed('SIGN_IN_FAILED')],
    [crashed, failed('SERVER_EXITED')],
  ])
  const started: ServerId[] = []
  const start = (id: ServerId): Promise<void> => {
    started.push(id)
    return Promise.reject(new Error('It fails again'))
  }
  return { starts: new FailedStartRetrier({ registry: { list: () => ({ servers }) }, pool: { states: () => states, start } }), started }
}

it('starts only those again that wanted a secret, when the vault opens; that one fails again troubles nobody', () => {
  const { starts, started } = setUp()
  starts.vaultOpened()
  expect(started).toEqual(['locked'])
})

it('starts only those again that the organisation vouches for, when the person is signed in there', () => {
  const { starts, started } = setUp()
  starts.idpSignedIn()
  expect(started).toEqual(['atWork'])
})
