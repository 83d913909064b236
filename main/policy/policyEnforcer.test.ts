import { expect, it, vi } from 'vitest'
import type { ConnectionState } from '../../shared/domain/connectionState'
import { ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { sampleServer } from '../../shared/testing/sampleServer'
import { PolicyEnforcer } from './policyEnforcer'

const failed: ConnectionState = { phase: 'failed', error: { code: 'POLICY', message: 'no' }, at: 1 }
const starting: ConnectionState = { phase: 'starting', since: 1, step: 'connecting' }
const stopped: ConnectionState = { phase: 'stopped', why: 'byUser' }

function setUp(startsServers = true) {
  const servers = [sampleServer('forbidden'), sampleServer('allowed'), sampleServer('wasForbidden'), sampleServer('byHand')]
  const states = { forbidden: starting, allowed: starting, wasForbidden: failed, byHand: stopped }
  const done: string[] = []
  const quitting = new AbortController()
  const act = (verb: string) => (id: ServerId) => {
    done.push(`${verb} ${id}`)
    return Promise.resolve()
  }
  const enforcer = new PolicyEnforcer({
    servers: { list: () => ({ servers }) },
    pool: { states: () => states, start: act('start'), stop: act('stop') },
    mayRun: ({ id }) =>
      id === 'forbidden'
        ? Promise.reject(new AppError('POLICY', { reason: 'policy.ownServers', params: { by: 'Atlas IT' } }))
        : Promise.resolve(),
    withdrawQuestions: (id, { why, ask }) => void done.push(`withdraw ${id}: ${why.id} ${JSON.stringify(why.params)} ${ask.id}`),
    startsServers,
    quitting: quitting.signal,
  })
  return { enforcer, done, quitting }
}

it('stops what may not run any more and ends its questions with the reason, starts what only the policy kept from it, and leaves the rest alone', async () => {
  const { enforcer, done } = setUp()
  enforcer.policyChanged()
  // The one that is stopped is started once more: why it does not start is what its card says.
  await vi.waitFor(() =>
    expect(done).toEqual([
      'start wasForbidden',
      'withdraw forbidden: errors.policy.ownServers {"by":"Atlas IT"} policy.askManager',
      'stop forbidden',
      'start forbidden',
    ]),
  )
})

it('starts nothing that did not run, beside a window', async () => {
  const { enforcer, done } = setUp(false)
  enforcer.policyChanged()
  await vi.waitFor(() =>
    expect(done).toEqual([
      'withdraw forbidden: errors.policy.ownServers {"by":"Atlas IT"} policy.askManager',
      'stop forbidden',
      'start forbidden',
    ]),
  )
})

it('stops nothing while Parley quits', async () => {
  const { enforcer, done, quitting } = setUp()
  quitting.abort()
  enforcer.policyChanged()
  await Promise.resolve().then(() => Promise.resolve())
  expect(done).toEqual(['start wasForbidden'])
})

it('withdraws the questions of a server that turned out only at its next start to be forbidden, once', () => {
  const { enforcer, done } = setUp()
  const id = ServerId.parse('allowed')
  const ask = { id: 'policy.askAt', params: { name: 'Atlas IT', contact: 'it@atlas.example' } } as const
  const refused = new AppError('POLICY', { reason: 'policy.protocolNone', params: { by: ['Atlas IT'], ask, server: id } })
  enforcer.statesChanged({ [id]: starting })
  expect(done).toEqual([])
  const now: ConnectionState = { phase: 'failed', error: refused.toData(), at: 1 }
  enforcer.statesChanged({ [id]: now })
  enforcer.statesChanged({ [id]: now })
  expect(done).toEqual([
    'withdraw allowed: errors.policy.protocolNone {"by":["Atlas IT"],"ask":' + JSON.stringify(ask) + ',"server":"allowed"} policy.askAt',
  ])
})
