import { generateText, type ModelMessage } from 'ai'
import { expect, it } from 'vitest'
import { json, webServer } from '../../net/testing/webServer'
import { openModel } from '../openModel'

const messages: ModelMessage[] = [
  { role: 'user', content: 'Two and two?' },
  {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: '', providerOptions: { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'ENC' } } },
      { type: 'text', text: 'Four', providerOptions: { openai: { itemId: 'msg_1' } } },
    ],
  },
  { role: 'user', content: 'Sure?' },
]

async function ask(refusal: { readonly code: string; readonly message: string }) {
  await using server = await webServer(({ body }, response) => {
    if (body.includes('"encrypted_content"')) return json(response, { error: { type: 'invalid_request_error', ...refusal } }, 400)
    const message = { type: 'message', role: 'assistant', id: 'msg_2', content: [{ type: 'output_text', text: 'Yes', annotations: [] }] }
    const usage = { input_tokens: 1, output_tokens: 1 }
    json(response, { id: 'resp_1', created_at: 1, model: 'gpt-5', output: [message], usage })
  })
  const { model } = openModel({ kind: 'openai', baseUrl: `http://127.0.0.1:${server.port}`, key: 'sk-123456789' }, 'gpt-5')
  const said = await generateText({ model, messages, maxRetries: 0 }).then(
    ({ text }) => text,
    (thrown: unknown) => (thrown instanceof Error ? thrown.message : ''),
  )
  const input: unknown = JSON.parse(server.asked.at(-1)?.body ?? '{}').input
  return { said, asked: server.asked.length, input }
}

// Catches: after the key of a provider had been changed for another account's, no old conversation could be gone on with.
it('a request whose thoughts the account cannot read is made once more without them', async () => {
  expect(await ask({ code: 'invalid_encrypted_content', message: 'The encrypted content could not be verified.' })).toEqual({
    said: 'Yes',
    asked: 2,
    input: [expect.objectContaining({ role: 'user' }), { role: 'assistant', content: 'Four' }, expect.objectContaining({ role: 'user' })],
  })
})

it('a request that is refused for something else is made once', async () => {
  expect(await ask({ code: 'unknown_parameter', message: 'No such parameter' })).toMatchObject({ said: 'No such parameter', asked: 1 })
})
