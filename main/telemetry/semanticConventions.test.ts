import { expect, it } from 'vitest'
import { conventions } from './semanticConventions'

// llama.cpp names a model by its file, which lies in somebody's home.
it.each([
  ['/home/anna/models/small.gguf', 'small.gguf'],
  [String.raw`C:\Users\Anna\small.gguf`, 'small.gguf'],
  ['~/small.gguf', 'small.gguf'],
  ['org/model-1', 'org/model-1'],
])('K15: a model’s name is told without the folders of a person: %s', (model, told) => {
  const facts = { conversationId: 'c', provider: 'openai', model } as unknown as Parameters<typeof conventions.chat.name>[0]
  const all = [conventions.chat.name(facts), conventions.chat.begin(facts), conventions.chat.end({ responseModel: model })]
  expect(all).toMatchObject([`chat ${told}`, { 'gen_ai.request.model': told }, { 'gen_ai.response.model': told }])
})
