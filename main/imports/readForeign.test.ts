import { expect, it } from 'vitest'
import { isChatGpt, readChatGpt } from './readChatGpt'
import { isClaude, readClaude } from './readClaude'
import type { ImportedConversation } from './importedConversation'

function chatGpt(value: unknown): ImportedConversation {
  if (!isChatGpt(value)) throw new Error('Not recognised')
  return readChatGpt(value)
}
function claude(value: unknown): ImportedConversation {
  if (!isClaude(value)) throw new Error('Not recognised')
  return readClaude(value)
}
const said = (role: string, text: unknown, more: object = {}) => ({
  author: { role },
  create_time: 1_700_000_000.5,
  content: { content_type: 'text', parts: [text] },
  recipient: 'all',
  ...more,
})
/** The messages as a person reads them: who, what, and after which. */
const tree = ({ messages }: ImportedConversation) =>
  messages.map(({ id, parent, role, parts }) => [
    id,
    parent ?? null,
    role,
    parts.map((part) => ('text' in part ? part.text : part.kind)).join('|'),
  ])

it('reads the tree of ChatGPT with its versions, without messages of the system', () => {
  const read = chatGpt({
    conversation_id: 'c1',
    title: 'Greetings',
    create_time: 1_700_000_000,
    current_node: 'a2',
    mapping: {
      a2: { id: 'a2', parent: 'u', children: [], message: said('assistant', 'Hi again', { metadata: { model_slug: 'gpt-5' } }) },
      root: { id: 'root', parent: null, children: ['sys'], message: null },
      sys: { id: 'sys', parent: 'root', children: ['u'], message: said('system', 'Be nice') },
      u: { id: 'u', parent: 'sys', children: ['a1', 'a2'], message: said('user', 'Hello') },
      a1: { id: 'a1', parent: 'u', children: [], message: said('assistant', 'Hi') },
    },
  })
  expect(tree(read)).toEqual([
    ['u', null, 'user', 'Hello'],
    ['a2', 'u', 'assistant', 'Hi again'],
    ['a1', 'u', 'assistant', 'Hi'],
  ])
  expect([read.foreignId, read.leaf, read.created, read.messages[1]?.model, read.messages[0]?.created]).toEqual([
    'c1',
    'a2',
    1_700_000_000_000,
    'gpt-5',
    1_700_000_000_500,
  ])
})

it('takes marks of citations out of answers, and leaves the words around them', () => {
  const text = 'It rains\uE200cite\uE202turn0search1\uE201 today【12†source】. 【Not one】'
  const read = chatGpt({ id: 'c', mapping: { a: { message: said('assistant', text) } } })
  expect(read.messages[0]?.parts).toEqual([{ kind: 'text', text: 'It rains today. 【Not one】' }])
})

it('keeps thoughts apart, and what a tool was sent and returned in code blocks', () => {
  const read = chatGpt({
    id: 'c',
    mapping: {
      t: { message: { author: { role: 'assistant' }, content: { content_type: 'thoughts', thoughts: [{ content: 'Hm' }] } } },
      s: { parent: 't', message: said('assistant', 'print("```")', { recipient: 'python' }) },
      r: { parent: 's', message: said('tool', 'out', { author: { role: 'tool', name: 'python' } }) },
    },
  })
  // One answer, as a person saw it there.
  expect(read.messages).toHaveLength(1)
  expect(read.messages[0]?.parts).toEqual([
    { kind: 'reasoning', text: 'Hm' },
    { kind: 'text', text: 'python:\n\n````\nprint("```")\n````' },
    { kind: 'text', text: 'python:\n\n```\nout\n```' },
  ])
})

it('joins what ChatGPT wrote in one answer, up to where there are versions, and finds the one in front', () => {
  const read = chatGpt({
    current_node: 'second',
    mapping: {
      q: { message: said('user', 'Question') },
      thought: { parent: 'q', message: said('assistant', 'Thought', { metadata: { model_slug: 'o1' } }) },
      step: { parent: 'thought', message: said('assistant', 'Step') },
      first: { parent: 'step', message: said('assistant', 'First') },
      second: { parent: 'step', message: said('assistant', 'Second') },
      next: { parent: 'first', message: said('user', 'And then?') },
      end: { parent: 'next', message: said('assistant', 'The end') },
    },
  })
  expect(tree(read)).toEqual([
    ['q', null, 'user', 'Question'],
    ['thought', 'q', 'assistant', 'Thought|Step'],
    ['first', 'thought', 'assistant', 'First'],
    ['second', 'thought', 'assistant', 'Second'],
    ['next', 'first', 'user', 'And then?'],
    ['end', 'next', 'assistant', 'The end'],
  ])
  expect([read.leaf, read.messages[1]?.model]).toEqual(['second', 'o1'])
})

it('says where a file or a picture was that the export has elsewhere, also in a message that has nothing else', () => {
  const pointer = (id: string) => ({ content_type: 'image_asset_pointer', asset_pointer: `file-service://${id}`, size_bytes: 5 })
  const read = chatGpt({
    mapping: {
      a: {
        message: {
          author: { role: 'user' },
          metadata: { attachments: [{ id: 'file-1', name: '../boat.png' }, null, { id: 'file-2' }] },
          content: { content_type: 'multimodal_text', parts: [pointer('file-1'), 'Look'] },
        },
      },
      b: { parent: 'a', message: { author: { role: 'assistant' }, content: { parts: [pointer('drawn')] } } },
    },
  })
  const files = (conversation: ImportedConversation) =>
    conversation.messages.map(({ parts }) =>
      parts.map((part) => (part.kind === 'notice' ? part.error.params?.['file'] : 'text' in part && part.text)),
    )
  expect(files(read)).toEqual([['boat.png', 'Look'], ['drawn']])
  const named = [{ file_name: 'plan.pdf' }, { file_uuid: 'x' }]
  expect(files(claude({ chat_messages: [{ sender: 'human', text: '', files: named, files_v2: named }] }))).toEqual([['plan.pdf']])
})

it('reads a conversation without titles, times and ids', () => {
  expect(chatGpt({ mapping: {}, create_time: 'yesterday', title: 5 })).toMatchObject({
    title: '',
    created: undefined,
    foreignId: '',
    messages: [],
  })
  expect(claude({ chat_messages: [null, 5, { sender: 'robot', text: 'x' }], name: null })).toMatchObject({ title: '', messages: [] })
})

it('reads the tree of Claude, and a list of an older export as a row', () => {
  const read = claude({
    uuid: 'k',
    name: 'Talk',
    created_at: '2026-01-02T03:04:05Z',
    current_leaf_message_uuid: 'b',
    chat_messages: [
      { uuid: 'q', sender: 'human', text: 'Hello', attachments: [{ file_name: 'a.txt', extracted_content: 'inside' }] },
      {
        uuid: 'a',
        sender: 'assistant',
        parent_message_uuid: 'q',
        content: [
          { type: 'thinking', thinking: 'Hm' },
          { type: 'text', text: 'One' },
        ],
      },
      { uuid: 'b', sender: 'assistant', parent_message_uuid: 'q', content: [{ type: 'tool_use', name: 'read', input: { a: 1 } }] },
    ],
  })
  expect(tree(read)).toEqual([
    ['q', null, 'user', 'a.txt:\n\n```\ninside\n```|Hello'],
    ['a', 'q', 'assistant', 'Hm|One'],
    ['b', 'q', 'assistant', 'read:\n\n```\n{\n  "a": 1\n}\n```'],
  ])
  expect([read.leaf, read.created]).toEqual(['b', Date.UTC(2026, 0, 2, 3, 4, 5)])
  const older = claude({
    chat_messages: [
      { uuid: '1', sender: 'human', text: 'A' },
      { uuid: '2', sender: 'assistant', text: 'B' },
    ],
  })
  expect(tree(older)).toEqual([
    ['1', null, 'user', 'A'],
    ['2', '1', 'assistant', 'B'],
  ])
})

it('X05: a circle of parents ends, and loses no message', () => {
  const read = chatGpt({
    mapping: {
      a: { parent: 'c', message: said('user', 'A') },
      b: { parent: 'a', message: said('assistant', 'B') },
      c: { parent: 'b', message: said('user', 'C') },
      d: { parent: 'd', message: said('user', 'D') },
      e: { parent: 'nowhere', message: said('user', 'E') },
    },
  })
  const known = new Set<string>()
  for (const { id, parent } of read.messages) {
    expect(parent === undefined || known.has(parent)).toBe(true)
    known.add(id)
  }
  expect([...known].toSorted()).toEqual(['a', 'b', 'c', 'd', 'e'])
})

it('X05: messages with the same id are all there, and others follow the first of them', () => {
  const message = (uuid: string, text: string, parent: string | null = null) => ({
    uuid,
    sender: 'human',
    text,
    parent_message_uuid: parent,
  })
  const read = claude({
    chat_messages: [message('a', 'First'), message('a', 'Second'), message('b', 'Third', 'a'), message('a', 'Fourth')],
  })
  expect(read.messages.map(({ parts }) => parts.map((part) => 'text' in part && part.text).join())).toEqual([
    'First',
    'Second',
    'Third',
    'Fourth',
  ])
  expect(read.messages[2]?.parent).toBe('a')
  expect(new Set(read.messages.map(({ id }) => id)).size).toBe(4)
})

it('X05: reads a hundred thousand messages in one row, without calling itself for each', () => {
  const mapping: Record<string, unknown> = {}
  for (let index = 0; index < 100_000; index++) mapping[`m${index}`] = { parent: `m${index + 1}`, message: said('user', 'x') }
  expect(chatGpt({ mapping }).messages).toHaveLength(100_000)
})

it('X05: names that every object has, and values of wrong types, are data like any other', () => {
  const mapping = JSON.parse(
    '{"__proto__":{"message":{"author":{"role":"user"},"content":{"parts":[1,null,{"text":5},"x"]}}},"constructor":7}',
  ) as unknown
  expect(tree(chatGpt({ mapping }))).toEqual([['__proto__', null, 'user', 'x']])
})
