import { expect, it } from 'vitest'
import type { JsonObject } from '../../shared/lib/json'
import { asked, ended, question } from '../testing/listeningHost'

const sentArguments = (text: string | undefined): string | undefined => /"arguments":([^]*?),"_meta"/.exec(text ?? '')?.[1]

it('F19: what was shown is what is on the wire, byte for byte, whatever the model wrote', async () => {
  const odd = String.raw`{"path":"/shown/first","path":"/shown/last","zero":-0,"big":1E2,"half":"\ud800","text":"\u2028","9":1,"1":2}`
  await using test = await asked([odd])
  await test.go()
  const { id, details } = await question(test.host)
  expect(details.arguments).toMatchObject({ path: '/shown/last', zero: 0, big: 100 })
  await test.host.call('questions.answer', { questionId: id, answer: { kind: 'approval', action: 'allowOnce' } })
  await ended(test.host, test.conversationId)
  expect(test.server.calls().map(sentArguments)).toEqual([JSON.stringify(details.arguments)])
})

it('F19: what a person wrote there is what runs, names like __proto__ among it, and the model is told', async () => {
  await using test = await asked(['{"path":"/a"}'])
  await test.go()
  const { id } = await question(test.host)
  const text = '{"path":"/b","__proto__":{"admin":true},"deep":{"__proto__":1,"constructor":{"prototype":null}}}'
  const edited: JsonObject = JSON.parse(text)
  await test.host.call('questions.answer', { questionId: id, answer: { kind: 'approval', action: 'allowOnce', arguments: edited } })
  const [call] = await ended(test.host, test.conversationId)
  expect(test.server.calls().map(sentArguments)).toEqual([text])
  expect([call?.asked, JSON.stringify(call?.approved), call?.why.reason.id]).toEqual([{ path: '/a' }, text, 'approvals.why.editedOnce'])
  expect(String(test.model.requests.at(-1)?.messages.at(-1)?.content)).toContain('the person changed the arguments before the call ran')
})

it('F19: asks nobody about what cannot be sent as it was written, and sends nothing', async () => {
  await using test = await asked(['{"n":1e400}', '{"__proto__":{"admin":true}}', '["no object"]', '{"half'])
  await test.go()
  const calls = await ended(test.host, test.conversationId)
  expect(calls.map(({ state, error }) => `${state}: ${error?.code}`)).toEqual(Array.from({ length: 4 }, () => 'failed: INVALID_ARGUMENTS'))
  expect(test.server.calls()).toEqual([])
})
