import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { ModelRef } from '../../shared/domain/ids'
import { httpServer, sendJson } from '../connections/testing/httpServer'
import { AppHost, board } from '../testing/appHost'

const params = { messages: [{ role: 'user', content: { type: 'text', text: 'Name a colour' } }], maxTokens: 10 }
const model = ModelRef.parse('local/scripted-1')

/** An open app, and a model that says one word. */
async function open() {
  const said = { index: 0, message: { role: 'assistant', content: 'Blue' }, finish_reason: 'stop' }
  const scripted = await httpServer(({ response }) => sendJson(response, { id: 'answer-1', model: 'scripted-1', choices: [said] }))
  onTestFinished(() => scripted[Symbol.asyncDispose]())
  const baseUrl = `${new URL(scripted.url).origin}/v1`
  const providers = [{ id: 'local', kind: 'openai-compatible', name: 'Local', baseUrl, models: ['scripted-1'] }]
  const test = await AppHost.start({ files: { 'settings.json': { models: { default: model, providers } } } })
  onTestFinished(() => test[Symbol.asyncDispose]())
  const app = await test.start()
  const sampled = () => test.ask(app, 'sampling/createMessage', params).catch((thrown: unknown) => thrown)
  return { test, app, sampled }
}

// Catches: a person reads that the server asks, while its app does, at a moment that the app chose; or the app waits for ever for what was allowed.
it('I05: the question says that the app of the conversation asks, and the app gets what a person let the model write', async () => {
  const { test, app, sampled } = await open()
  expect(app.offers.sampling).toBe(true)
  const answer = sampled()
  const request = await test.question()
  expect(request).toMatchObject({
    asker: { serverId: board, conversationId: test.conversationId },
    details: { kind: 'sampling', byApp: true, messages: [{ role: 'user', content: [{ text: 'Name a colour' }] }] },
  })
  await test.answer(request.id, { kind: 'sampling', action: 'run', model })
  const review = await test.question()
  expect(review.details).toMatchObject({ kind: 'samplingReview', byApp: true, content: [{ type: 'text', text: 'Blue' }] })
  await test.answer(review.id, { kind: 'samplingReview', action: 'send' })
  expect(await answer).toMatchObject({ role: 'assistant', model: 'scripted-1', content: { type: 'text', text: 'Blue' } })
  expect(test.host.computed('questions').ended).toMatchObject([
    { kind: 'samplingReview', byApp: true },
    { kind: 'sampling', byApp: true },
  ])
})

it.each([
  ['the request', 'sampling'],
  ['the answer', 'samplingReview'],
] as const)('I05: the app is told that a person refused %s, and gets nothing', async (_what, refused) => {
  const { test, sampled } = await open()
  const answer = sampled()
  const request = await test.question()
  if (refused === 'samplingReview') {
    await test.answer(request.id, { kind: 'sampling', action: 'run', model })
    await test.answer((await test.question()).id, { kind: 'samplingReview', action: 'discard' })
  } else {
    await test.answer(request.id, { kind: 'sampling', action: 'deny' })
  }
  expect(await answer).toMatchObject({ code: 'DENIED', reason: 'sampling.declined' })
})

it('I05: where the policy lets no server use a model, an app is not offered it, nobody is asked, and what ended says that the app asked', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-apps-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'policy.json')
  writeFileSync(path, JSON.stringify({ name: 'Atlas IT', sampling: { allowed: false } }))
  await using test = await AppHost.start({ ports: { policyFiles: [{ path, mustBelongToRoot: false }] } })
  const app = await test.start()
  expect(app.offers.sampling).toBe(false)
  await expect(test.ask(app, 'sampling/createMessage', params)).rejects.toMatchObject({ code: 'DENIED', reason: 'sampling.offByPolicy' })
  expect(test.host.computed('questions')).toMatchObject({ open: [], ended: [{ kind: 'sampling', byApp: true }] })
})
