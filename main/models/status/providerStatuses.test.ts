import { expect, it } from 'vitest'
import type { ProviderConfig } from '../../../shared/domain/models/modelProvider'
import { AppError, type ErrorCode } from '../../../shared/errors/appError'
import { ProviderStatuses } from './providerStatuses'

const local: ProviderConfig = { id: 'local', kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:1/v1', apiKey: { secret: 'key' } }
const failure = (code: ErrorCode): AppError => new AppError(code, { reason: 'models.unreachable', params: { model: 'Local' } })
const later = (start: number) => () => (start += 1)

it('keeps when a provider last answered, also once it cannot be reached, and that trouble until it answers', () => {
  const statuses = new ProviderStatuses([local], later(0))
  statuses.begin('local')()
  statuses.begin('local')(failure('MODEL_UNREACHABLE'))
  expect(statuses.all()).toEqual({ local: { answeredAt: 1, trouble: failure('MODEL_UNREACHABLE').toData() } })
  statuses.begin('local')()
  expect(statuses.all()).toEqual({ local: { answeredAt: 2 } })
})

it('takes what is of one model, one moment or the vault for no trouble of the provider', () => {
  const statuses = new ProviderStatuses([local], later(0))
  for (const code of ['MODEL_ERROR', 'MODEL_TOO_LONG', 'MODEL_RATE_LIMITED', 'SECRETS_LOCKED', 'POLICY', 'CANCELLED'] as const) {
    statuses.begin('local')(failure(code))
  }
  expect(statuses.all()).toEqual({})
})

it('forgets what was heard with another key or at another address, also what is heard of it later', () => {
  const statuses = new ProviderStatuses([local], later(0))
  statuses.begin('local')(failure('MODEL_REFUSED_KEY'))
  const old = statuses.begin('local')
  statuses.forget('local')
  old(failure('MODEL_REFUSED_KEY'))
  expect(statuses.all()).toEqual({})
  statuses.begin('local')()
  statuses.follow([local])
  expect(statuses.all()).not.toEqual({})
  const before = statuses.begin('local')
  statuses.follow([{ ...local, baseUrl: 'http://127.0.0.1:2/v1' }])
  before()
  expect(statuses.all()).toEqual({})
  const gone = statuses.begin('local')
  statuses.follow([])
  gone()
  expect(statuses.all()).toEqual({})
})
