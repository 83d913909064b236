import { expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import { defaultLimits } from '../../shared/domain/defaultLimits'
import { AppError } from '../../shared/errors/appError'
import { readInputRequired } from './inputRequests'

const where = { serverId: ServerId.parse('asks'), limits: defaultLimits }

const questions = (count: number, padding = ''): object =>
  Object.fromEntries(Array.from({ length: count }, (_, key) => [`q${key}`, { padding }]))

function reasonOf(inputRequests: object, requestState = ''): string | undefined {
  try {
    readInputRequired({ inputRequests, requestState }, 1, where)
    return undefined
  } catch (thrown) {
    return AppError.from(thrown).reason
  }
}

it('J35: takes fifty questions, 8 MB of them and a state of 64 KB at most, and says which was too much', () => {
  const MB = 1024 * 1024
  expect([
    reasonOf(questions(50)),
    reasonOf(questions(51)),
    reasonOf(questions(1, 'x'.repeat(7 * MB))),
    reasonOf(questions(1, 'x'.repeat(8 * MB))),
    reasonOf({}, 'x'.repeat(64 * 1024)),
    reasonOf({}, 'x'.repeat(64 * 1024 + 1)),
  ]).toEqual([undefined, 'calls.tooManyQuestions', undefined, 'calls.questionsTooLarge', undefined, 'calls.requestStateTooLarge'])
})
