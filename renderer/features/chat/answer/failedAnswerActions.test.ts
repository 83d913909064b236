import { expect, it } from 'vitest'
import { errorCodes } from '../../../../shared/errors/appError'
import { failedAnswerActions } from './failedAnswerActions'

// Catches a failure of a model that leaves a person with nothing to press.
it('there is a way on from every failure', () => {
  expect(errorCodes.filter((code) => failedAnswerActions({ code }).length === 0)).toEqual([])
})

it('an answer that is only too long goes on, and one that broke off is tried again', () => {
  expect(failedAnswerActions({ code: 'MODEL_CUT_OFF', reason: 'chat.longestAnswer' })).toEqual(['continue'])
  expect(failedAnswerActions({ code: 'MODEL_CUT_OFF', reason: 'models.brokeOff' })).toEqual(['retry', 'model'])
})

it('what is too long for a model is summarised, goes to another one, or on in a new chat', () => {
  expect(failedAnswerActions({ code: 'MODEL_TOO_LONG' })).toEqual(['summarize', 'model', 'newChat', 'retry'])
})

// A settings button beside “overloaded” sends people to look for a fault of their own.
it('nobody is sent to the settings for what lies with the provider', () => {
  for (const code of ['MODEL_OVERLOADED', 'MODEL_RATE_LIMITED', 'MODEL_EMPTY'] as const)
    expect(failedAnswerActions({ code })).not.toContain('provider')
})
