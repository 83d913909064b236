import { describe, expect, it } from 'vitest'
import { isRecord } from '../../shared/lib/json'
import { parseSamplingRequest } from './parseSamplingRequest'

const text = (words: string) => ({ type: 'text', text: words })
const toolUse = (id: string) => ({ type: 'tool_use', id, name: 'look', input: { at: 1 } })
const result = (toolUseId: string) => ({ type: 'tool_result', toolUseId, content: [text('x')] })
const user = (...content: readonly object[]) => ({ role: 'user', content })
const assistant = (...content: readonly object[]) => ({ role: 'assistant', content })
const tool = { name: 'look', description: 'Looks', inputSchema: { type: 'object' } }
const read = (more: object) => parseSamplingRequest({ messages: [user(text('Hi'))], maxTokens: 10, ...more })
const refusal = (messages: readonly unknown[]): unknown => {
  try {
    read({ messages })
    return undefined
  } catch (thrown) {
    return isRecord(thrown) && [thrown['code'], thrown['message']]
  }
}

describe('SA-15: of the balance of calls and results it', () => {
  it.each([
    [
      'takes each call with its result right behind it',
      [user(text('a')), assistant(text('b'), toolUse('1'), toolUse('2')), user(result('2'), result('1'))],
    ],
    [
      'takes an id again in a later message',
      [user(text('a')), assistant(toolUse('1')), user(result('1')), assistant(toolUse('1')), user(result('1'))],
    ],
  ])('%s', (_name, messages) => {
    expect(refusal(messages)).toBeUndefined()
  })

  it.each([
    [
      'results mixed with other content',
      [assistant(toolUse('1')), user(result('1'), text('and'))],
      'sampling.mixedResults {"path":"messages.1"}',
    ],
    ['a call without its result', [assistant(toolUse('1')), user(text('and?'))], 'sampling.resultMissing {"path":"messages.1"}'],
    ['one of two results', [assistant(toolUse('1'), toolUse('2')), user(result('1'))], 'sampling.resultMissing {"path":"messages.1"}'],
    ['a call at the end', [user(text('a')), assistant(toolUse('1'))], 'sampling.resultMissing {"path":"messages.2"}'],
    ['a result without its call', [user(result('1'))], 'sampling.resultWithoutUse {"path":"messages.0"}'],
    [
      'a result that comes late',
      [assistant(toolUse('1')), user(result('1')), user(result('1'))],
      'sampling.resultWithoutUse {"path":"messages.2"}',
    ],
    ['two results of one call', [assistant(toolUse('1')), user(result('1'), result('1'))], 'sampling.twoResults {"path":"messages.1"}'],
    ['two calls with one id', [assistant(toolUse('1'), toolUse('1')), user(result('1'))], 'sampling.twoUsesOneId {"path":"messages.0"}'],
    ['a call of the user', [user(toolUse('1')), user(result('1'))], 'sampling.userUse {"path":"messages.0"}'],
    ['results of the assistant', [assistant(toolUse('1')), assistant(result('1'))], 'sampling.assistantResults {"path":"messages.1"}'],
  ])('refuses %s', (_name, messages, words) => {
    expect(refusal(messages)).toEqual(['INVALID_INPUT', words])
  })
})

it('reads one block and several, tools, what they may be used for, and the wishes for a model, and takes nothing else along', () => {
  const asked = {
    messages: [{ role: 'user', content: { ...text('Hi'), _meta: { a: 1 }, annotations: { priority: 1 } } }],
    systemPrompt: 'Be brief',
    tools: [{ ...tool, title: 'Look', annotations: { readOnlyHint: true } }],
    toolChoice: { mode: 'required' },
    modelPreferences: { hints: [{ name: 'small' }, {}], costPriority: 0.5, intelligencePriority: 1 },
    includeContext: 'allServers',
    metadata: { secret: true },
    task: { ttl: 5 },
  }
  expect(read(asked)).toEqual({
    messages: [{ role: 'user', content: [text('Hi')] }],
    systemPrompt: 'Be brief',
    maxTokens: 10,
    stopSequences: [],
    hints: ['small'],
    priorities: { cost: 0.5, intelligence: 1 },
    tools: [tool],
    toolChoice: 'required',
    includeContext: 'allServers',
  })
})

it('has no context and no tools where none were asked for', () => {
  expect(Object.keys(read({ includeContext: 'none', tools: [], toolChoice: { mode: 'auto' } })).toSorted()).toEqual([
    'hints',
    'maxTokens',
    'messages',
    'stopSequences',
  ])
})

it.each([
  ['nothing', undefined],
  ['no messages', { messages: [], maxTokens: 5 }],
  ['no limit', { messages: [user(text('a'))] }],
  ['a limit that is no number of tokens', { messages: [user(text('a'))], maxTokens: 1.5 }],
  ['a block of an unknown kind', { messages: [user({ type: 'video', data: '' })], maxTokens: 5 }],
  ['a tool that has to be used, and none there', { messages: [user(text('a'))], maxTokens: 5, toolChoice: { mode: 'required' } }],
  ['two tools of one name', { messages: [user(text('a'))], maxTokens: 5, tools: [tool, tool] }],
  ['129 tools', { messages: [user(text('a'))], maxTokens: 5, tools: Array.from({ length: 129 }, (_, n) => ({ ...tool, name: `t${n}` })) }],
  ['a priority over 1', { messages: [user(text('a'))], maxTokens: 5, modelPreferences: { costPriority: 7 } }],
  ['over 4 MB', { messages: [user(text('a'))], maxTokens: 5, systemPrompt: 'x'.repeat(4 * 1024 * 1024) }],
  ['201 messages', { messages: Array.from({ length: 201 }, () => user(text('a'))), maxTokens: 5 }],
])('SA-11: refuses %s', (_name, asked) => {
  expect(() => parseSamplingRequest(asked)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
})
