import { expect, it } from 'vitest'
import type { JsonObject } from '../../../../shared/lib/json'
import { english } from '../../../../shared/i18n/translator'
import { describeToolCall } from './describeToolCall'

const callSentence = (tool: string, args: JsonObject): string | undefined => {
  const message = describeToolCall(tool, args)
  return message && english.message(message)
}

it('says a call as one sentence with one end, whatever a text in it ends with', () => {
  expect(callSentence('echo', { message: 'Hello', times: 2 })).toBe('Run “echo” with message “Hello” and times 2.')
  expect(callSentence('echo', { message: 'Hello.' })).toBe('Run “echo” with message “Hello.”')
  expect(callSentence('echo', { message: 'Really?', loud: true })).toBe('Run “echo” with message “Really?” and loud true.')
  expect(callSentence('echo', {})).toBe('Run “echo” without arguments.')
})

it('leaves what does not fit whole to the list of arguments', () => {
  expect(callSentence('echo', { message: 'x'.repeat(81) })).toBeUndefined()
  expect(callSentence('echo', { message: 'a\nb' })).toBeUndefined()
  expect(callSentence('echo', { list: [] })).toBeUndefined()
})
