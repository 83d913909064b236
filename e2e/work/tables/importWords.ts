import type { ForeignNode } from '../../../main/imports/orderMessages'
import { input, many, table, texts, type Functions, type WorkTable } from '../workTable'

const message = { role: 'assistant', created: undefined, model: undefined, parts: [{ kind: 'text', text: 'x' }] } as const
const nodes = (parentOf: (index: number, count: number) => number | undefined) => (size: number) => {
  const all = many(size, (index) => index, 40)
  return all.map((index): ForeignNode => {
    const parent = parentOf(index, all.length)
    return { id: String(index), parent: parent === undefined ? undefined : String(parent), message }
  })
}
const circle = nodes((index, count) => (index + 1) % count)
const crowd = nodes((index) => (index === 0 ? undefined : 0))
const row = nodes((index) => (index === 0 ? undefined : index - 1))

/** One worst text in every place of a message where a stranger writes. */
const chatGpt = (text: string) => ({
  title: text,
  mapping: {
    a: {
      parent: text,
      message: {
        author: { role: 'tool', name: text },
        metadata: { attachments: [{ name: text }] },
        content: { parts: [text, { asset_pointer: text }] },
      },
    },
  },
})
const claude = (text: string) => ({
  name: text,
  created_at: text,
  chat_messages: [
    {
      sender: 'human',
      attachments: [{ file_name: text, extracted_content: text }],
      files: [{ file_name: text }],
      content: [{ type: 'tool_result', name: text, content: text }],
    },
  ],
})
const parley = (text: string) => ({
  format: 'parley.conversation',
  title: text,
  messages: [{ id: text, role: 'user', parts: [{ kind: 'text', text }, { kind: 'file', file: { name: text } }, { kind: text }] }],
})

/** Conversations in files of strangers, as the import reads them. */
export const importWords: readonly WorkTable[] = [
  table(
    'main/imports/jsonSplitter.ts',
    () => import('../../../main/imports/jsonSplitter'),
    ({ JsonSplitter }) => ({
      JsonSplitter: texts((text) => {
        const splitter = new JsonSplitter({ bytes: 10_000_000, depth: 200 })
        return [...splitter.push(Buffer.from(`[${text}`)), ...splitter.end()]
      }),
    }),
  ),
  table(
    'main/imports/readConversationElement.ts',
    () => import('../../../main/imports/readConversationElement'),
    ({ readConversationElement }) => ({
      readConversationElement: {
        ...texts((json) => readConversationElement({ json })),
        'a long title': input(
          (size) => JSON.stringify(claude('\u202E '.repeat(size / 2))),
          (json) => readConversationElement({ json }),
        ),
        'many messages': input(
          (size) => JSON.stringify({ chat_messages: many(size, (index) => ({ uuid: String(index), sender: 'human', text: 'x' }), 50) }),
          (json) => readConversationElement({ json }),
        ),
      },
    }),
  ),
  table(
    'main/imports/readChatGpt.ts',
    () => import('../../../main/imports/readChatGpt'),
    ({ readChatGpt }) => ({
      readChatGpt: {
        ...texts((text) => readChatGpt(chatGpt(text))),
        citations: input((size) => chatGpt('\uE200'.repeat(size)), readChatGpt),
        'other citations': input((size) => chatGpt('【1†'.repeat(size / 3)), readChatGpt),
      },
    }),
  ),
  table(
    'main/imports/readClaude.ts',
    () => import('../../../main/imports/readClaude'),
    ({ readClaude }): Functions => ({ readClaude: texts((text) => readClaude(claude(text))) }),
  ),
  table(
    'main/imports/readParley.ts',
    () => import('../../../main/imports/readParley'),
    ({ readParley }): Functions => ({ readParley: texts((text) => readParley(parley(text))) }),
  ),
  table(
    'main/imports/readParleyPart.ts',
    () => import('../../../main/imports/readParleyPart'),
    ({ readParleyPart }) => ({
      readParleyPart: {
        ...texts((text) => readParleyPart({ kind: 'text', text })),
        'many attachments': input(
          (size) => ({ kind: 'steering', text: '', attached: many(size, () => ({ kind: 'file', file: { name: 'a' } }), 40) }),
          readParleyPart,
        ),
        'many problems': input(
          (size) => ({ kind: 'steering', text: '', attached: many(size, () => ({ kind: 'dance' }), 20) }),
          readParleyPart,
        ),
      },
    }),
  ),
  table(
    'main/imports/orderMessages.ts',
    () => import('../../../main/imports/orderMessages'),
    ({ orderMessages }) => ({
      orderMessages: {
        'a circle': input(circle, orderMessages),
        'a crowd of versions': input(crowd, orderMessages),
        'a row from its end': input((size) => row(size).toReversed(), orderMessages),
        'one id': input((size) => row(size).map((node) => ({ ...node, id: 'a' })), orderMessages),
      },
    }),
  ),
  table(
    'main/imports/joinAnswerParts.ts',
    async () => ({ ...(await import('../../../main/imports/joinAnswerParts')), ...(await import('../../../main/imports/orderMessages')) }),
    ({ joinAnswerParts, orderMessages }) => ({
      joinAnswerParts: {
        'a crowd of versions': input((size) => orderMessages(crowd(size)).messages, joinAnswerParts),
        'one answer': input((size) => orderMessages(row(size)).messages, joinAnswerParts),
      },
    }),
  ),
  table(
    'main/imports/fileNotice.ts',
    () => import('../../../main/imports/fileNotice'),
    ({ fileNotice }) => ({ fileNotice: texts(fileNotice) }),
  ),
  table(
    'main/imports/foreignValues.ts',
    () => import('../../../main/imports/foreignValues'),
    ({ codeBlock, dateOf, millisecondsOf, numberOf, secondsOf, textOf }) => ({
      codeBlock: texts((text) => codeBlock(text, text)),
      dateOf: texts(dateOf),
      millisecondsOf: texts(millisecondsOf),
      numberOf: texts(numberOf),
      secondsOf: texts(secondsOf),
      textOf: texts(textOf),
    }),
  ),
]
