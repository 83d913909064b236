import { expect, test } from './fixtures.ts'
import { fixture, real, withParley, type ServerEntry } from './lib/serverEntries.ts'
import { alternateShells } from './lib/alternateShells.ts'
import { callTools, say } from './model/reply.ts'
import type { ScriptedModel } from './model/scriptedModel.ts'
import { composer, conversation, message, send } from './screen/chat.ts'
import { allowOnce, answer, sampling, samplingReview } from './screen/questions.ts'
import { expectAccessible } from './screen/expectAccessible.ts'
import { startChat } from './screen/startChat.ts'
import { goTo } from './screen/navigation.ts'
import { openServer, waitUntilReady } from './screen/servers.ts'

const toldModel = (model: ScriptedModel): string =>
  JSON.stringify(model.requests.at(-1)?.messages.findLast(({ role }) => role === 'tool')?.content)

const eras: readonly (readonly [string, ServerEntry])[] = [
  ['2025', fixture('asksUser')],
  ['2026', fixture('asksUser2026')],
]
for (const [kind, [era, entry]] of eras.entries()) {
  test(
    `a server's prompt is shown before it is sent, and the answer before it goes back (${era})`,
    alternateShells(kind),
    async ({ parley, model }) => {
      const ui = await startChat(parley, model, { asker: entry })
      model.will(callTools({ server: 'asker', tool: 'ask_model', arguments: { prompt: 'Which colour has the sky?' } }))
      await send(ui, 'Go on')
      await allowOnce(ui, 'ask_model')
      const before = sampling(ui, 'asker')
      await expect(before.getByRole('textbox', { name: 'User' })).toHaveValue('Which colour has the sky?')
      await expect(before.getByRole('textbox', { name: 'System' })).toHaveValue('Answer in one word.')
      expect(model.requests).toHaveLength(1)

      await before.getByRole('textbox', { name: 'User' }).fill('Which colour has the sea?')
      model.will(say('Blue'), say('The server knows it'))
      await answer(before, 'Run')
      const after = samplingReview(ui, 'asker')
      await expect(after.getByRole('textbox')).toHaveValue('Blue')
      const sent = await model.request(2)
      expect(JSON.stringify(sent.messages)).toContain('Which colour has the sea?')
      expect(JSON.stringify(sent.messages)).toContain('Answer in one word.')
      expect(JSON.stringify(sent.messages)).not.toContain('Go on')

      await after.getByRole('textbox').fill('Green')
      await answer(after, 'Send')
      await expect(message(ui, 'The server knows it')).toBeVisible()
      expect(toldModel(model)).toContain('Green')
      expect(toldModel(model)).not.toContain('Blue')
    },
  )

  test(
    `"Deny" sends nothing to the model and "Discard" nothing to the server (${era})`,
    alternateShells(kind + 1),
    async ({ parley, model }) => {
      const ui = await startChat(parley, model, { asker: entry })
      model.will(callTools({ server: 'asker', tool: 'ask_model', arguments: { prompt: 'A secret?' } }), say('It was refused'))
      await send(ui, 'Go on')
      await allowOnce(ui, 'ask_model')
      await answer(sampling(ui, 'asker'), 'Deny')
      await expect(message(ui, 'It was refused')).toBeVisible()
      expect(model.requests).toHaveLength(2)

      model.will(
        callTools({ server: 'asker', tool: 'ask_model', arguments: { prompt: 'A secret?' } }),
        say('Hush'),
        say('It was discarded'),
      )
      await send(ui, 'Once more')
      await allowOnce(ui, 'ask_model')
      await answer(sampling(ui, 'asker'), 'Run')
      await answer(samplingReview(ui, 'asker'), 'Discard')
      await expect(message(ui, 'It was discarded')).toBeVisible()
      expect(toldModel(model)).not.toContain('Hush')
    },
  )
}

test('the sampling tool of server-everything gets the answer of the model', alternateShells(0), async ({ parley, model }) => {
  const ui = await startChat(parley, model, { everything: real('everything') })
  model.will(
    callTools({ server: 'everything', tool: 'trigger-sampling-request', arguments: { prompt: 'Say hi', maxTokens: 20 } }),
    say('Hi there'),
    say('It said hi'),
  )
  await send(ui, 'Go on')
  await allowOnce(ui, 'trigger-sampling-request')
  await answer(sampling(ui, 'everything'), 'Run')
  await answer(samplingReview(ui, 'everything'), 'Send')
  await expect(message(ui, 'It said hi')).toBeVisible()
  expect(toldModel(model)).toContain('Hi there')
})

test(
  'without a model the person runs the tool from the composer and answers the request by hand',
  alternateShells(1),
  async ({ parley }) => {
    parley.writeFile('settings.json', JSON.stringify({ models: { default: 'none', providers: [] } }))
    parley.writeServers({ asker: fixture('asksUser2026') })
    const ui = await parley.launch()
    await waitUntilReady(ui, 'asker')
    await goTo(ui, 'Chat')
    await composer(ui).fill('/ask_model')
    await ui.getByRole('option', { name: /ask_model/ }).click()
    await ui.getByRole('textbox', { name: /prompt/i }).fill('Who are you?')
    await ui.getByRole('button', { name: /^Run/ }).click()

    const dialog = sampling(ui, 'asker')
    await dialog.getByRole('textbox', { name: 'Your answer' }).fill('A person, at a keyboard')
    await answer(dialog, 'Send')
    await conversation(ui)
      .getByRole('button', { name: /^asker.*ask_model/ })
      .click()
    await expect(conversation(ui)).toContainText('A person, at a keyboard')
  },
)

const users: readonly (readonly [string, ServerEntry])[] = [
  ['2025', fixture('usesModel')],
  ['2026', fixture('usesModel', '--era', '2026')],
]
for (const [kind, [era, entry]] of users.entries()) {
  test(
    `a server gets its own tools called, as the person left them, and a model sees its picture (${era})`,
    alternateShells(kind),
    async ({ parley, model }) => {
      const ui = await startChat(parley, model, { writer: entry })
      model.will(callTools({ server: 'writer', tool: 'weather_report', arguments: { city: 'Oslo' } }))
      await send(ui, 'Our secret is a zebra')
      await allowOnce(ui, 'weather_report')
      const before = sampling(ui, 'writer')
      await expect(before.getByRole('img', { name: 'Sent along by the server' })).toBeVisible()
      await expect(before).toContainText('Parley runs none of them: “writer” does')
      await expect(before).toContainText('It gets none of it')
      await expectAccessible(ui, 'a request with tools and a picture')
      model.will({ kind: 'callByName', name: 'get_weather', arguments: '{"city":"Oslo"}' })
      await answer(before, 'Run')

      const calls = samplingReview(ui, 'writer')
      const args = calls.getByRole('textbox', { name: 'Arguments of “get_weather”' })
      await expect(args).toHaveValue(/Oslo/)
      await expectAccessible(ui, 'the review of a call')
      await args.fill('{"city":"Bergen"}')
      await answer(calls, 'Send')
      await expect(sampling(ui, 'writer')).toContainText('Sunny in {"city":"Bergen"}')
      model.will(say('Sunny, and a red dot.'), say('Sunny, and a blue dot.'), say('The report is there'))
      await answer(sampling(ui, 'writer'), 'Run')
      const words = samplingReview(ui, 'writer')
      await answer(words, 'Run again')
      await expect(words.getByRole('textbox', { name: 'Answer' })).toHaveValue('Sunny, and a blue dot.')
      await words.getByRole('textbox', { name: 'Answer' }).fill('Sunny.')
      await expect(words).toContainText('Removed by you')
      await answer(words, 'Send')
      await expect(message(ui, 'The report is there')).toBeVisible()
      const asked = model.requests.slice(1, -1)
      expect(JSON.stringify(asked)).toContain('image_url')
      expect(JSON.stringify(asked)).not.toContain('zebra')
      expect(asked.map(({ tools }) => tools.map((tool) => tool.function.name))).toEqual(Array(3).fill(['get_weather']))
      expect(toldModel(model)).not.toContain('dot')
    },
  )

  test(
    `a server that has used up its budget is refused without a question (${era})`,
    alternateShells(kind + 1),
    async ({ parley, model }) => {
      const ui = await startChat(parley, model, { writer: withParley(entry, { samplingLimits: { callsPerDay: 1 } }) })
      model.will(callTools({ server: 'writer', tool: 'ask_often', arguments: { times: '2' } }), say('Once'), say('It was refused'))
      await send(ui, 'Go on')
      await allowOnce(ui, 'ask_often')
      await answer(sampling(ui, 'writer'), 'Run')
      await answer(samplingReview(ui, 'writer'), 'Send')
      await expect(message(ui, 'It was refused')).toBeVisible()
      expect(model.requests).toHaveLength(3)
      await goTo(ui, 'Inbox')
      await ui.getByRole('button', { name: 'Ended' }).click()
      await expect(ui.getByRole('main')).toContainText('Declined at once: “writer” has used all of its 1 answer of your model for today')
      await goTo(ui, 'Servers')
      await openServer(ui, 'writer', 'About')
      await expect(ui.getByRole('region', { name: 'What it may spend' })).toContainText('1 of 1 answer today')
    },
  )
}
