import { expect, test } from './fixtures.ts'
import { real } from './lib/serverEntries.ts'
import { Gate } from './model/gate.ts'
import { ollamaCalls, ollamaSays, OllamaServer } from './model/ollamaServer.ts'
import { composer, message, newChat, send } from './screen/chat.ts'
import { expectAccessible } from './screen/expectAccessible.ts'
import { goTo } from './screen/navigation.ts'
import { allowOnce } from './screen/questions.ts'
import { waitUntilReady } from './screen/servers.ts'

const able = { name: 'qwen3:4b', capabilities: ['completion', 'tools', 'thinking'], context: 262_144 }

test('a model of Ollama is said to be loading, calls a tool, and takes in as much as the person set', async ({ parley }) => {
  await using ollama = await OllamaServer.start(able)
  parley.findsOnThisComputer(ollama)
  parley.writeServers({ everything: real('everything') })
  const ui = await parley.launch()
  await waitUntilReady(ui, 'everything')
  await goTo(ui, 'Settings')
  await ui.getByRole('link', { name: 'Models' }).click()
  await ui.getByRole('button', { name: /^Use “qwen3:4b”/ }).click()
  const context = ui.getByRole('combobox', { name: 'Context of “qwen3:4b”' })
  await expect(context).toHaveText('Usual (32,768 tokens)')
  await context.focus()
  await ui.keyboard.press('Enter')
  await expect(ui.getByRole('option', { name: 'Usual (32,768 tokens)' })).toBeFocused()
  await ui.keyboard.type('65')
  await expect(ui.getByRole('option', { name: '65,536 tokens' })).toBeFocused()
  await ui.keyboard.press('Enter')
  await expect(context).toHaveText('65,536 tokens')
  await expectAccessible(ui, 'the context of a model')

  await goTo(ui, 'Chat')
  await newChat(ui)
  const loaded = new Gate()
  const call = ollamaCalls('get-sum', { a: 20, b: 22 })
  ollama.will((chat) => [loaded, ...call(chat)], ollamaSays('The sum is 42.'))
  await send(ui, 'Add 20 and 22')
  await expect(message(ui, '“qwen3:4b” is loading…')).toBeVisible()
  loaded.open()
  await allowOnce(ui, 'get-sum')
  await expect(message(ui, 'The sum is 42.')).toBeVisible()
  expect(ollama.chats.map((chat) => chat.options.num_ctx)).toEqual([65_536, 65_536])
  const result = ollama.chats[1]?.messages.at(-1)
  expect(result?.role).toBe('tool')
  expect(result?.content).toContain('42')
})

test('a model without tools, and one with a short context, say so where tools are on', async ({ parley }) => {
  await using ollama = await OllamaServer.start(
    { name: 'gemma:2b', capabilities: ['completion'], context: 32_768 },
    { name: 'short:1b', capabilities: ['completion', 'tools'], context: 4_096 },
  )
  const provider = { id: 'ollama', kind: 'ollama', name: 'Ollama', baseUrl: ollama.url, models: ['gemma:2b', 'short:1b'] }
  parley.writeFile('settings.json', JSON.stringify({ models: { default: 'ollama/gemma:2b', providers: [provider] } }))
  parley.writeServers({ everything: real('everything') })
  const ui = await parley.launch()
  await waitUntilReady(ui, 'everything')
  await goTo(ui, 'Chat')
  await newChat(ui)
  await expect(composer(ui)).toBeVisible()
  await expect(ui.getByText('“gemma:2b” calls no tools')).toBeVisible()
  await expectAccessible(ui, 'a model without tools')
  ollama.will(ollamaSays('No tools needed.'))
  await send(ui, 'Hello')
  await expect(message(ui, 'No tools needed.')).toBeVisible()
  // Ollama refuses a request with tools for it.
  expect(ollama.chats.map(({ tools }) => tools)).toEqual([undefined])
  await ui.getByRole('button', { name: /^1 server/ }).click()
  await expect(ui.getByText('This model calls no tools, so it gets none.')).toBeVisible()
  await ui.keyboard.press('Escape')
  await ui.getByRole('combobox', { name: 'Model', exact: true }).click()
  await ui.keyboard.type('short')
  await ui.keyboard.press('Enter')
  await expect(ui.getByText('“short:1b” takes in only 4k tokens')).toBeVisible()
  await expect(ui.getByText('“gemma:2b” calls no tools')).toHaveCount(0)
  // It cannot take in more than that.
  await expect(ui.getByRole('button', { name: /^Start it with/ })).toHaveCount(0)
})

test('where Ollama has no model, a small one is downloaded, with Stop and Resume, and answers', async ({ parley }) => {
  await using ollama = await OllamaServer.start()
  parley.findsOnThisComputer(ollama)
  const ui = await parley.launch()
  const part = { status: 'pulling aaa', digest: 'sha256:aaa', total: 2_000_000_000, completed: 500_000_000 }
  ollama.willPull([{ status: 'pulling manifest' }, part, new Gate()])
  await ui.getByRole('button', { name: /^Download “qwen3:4b” \(2\.3 GB\)/ }).click()
  await expect(ui.getByRole('progressbar', { name: 'Downloading “qwen3:4b”' })).toHaveAttribute('value', '0.25')
  await expectAccessible(ui, 'a download of a model')
  // Leaving the page does not stop it.
  await goTo(ui, 'Settings')
  await ui.getByRole('link', { name: 'Models' }).click()
  await expect(ui.getByText('476.8 MB of 1.9 GB')).toBeVisible()
  await ui.getByRole('button', { name: 'Stop', exact: true }).focus()
  await ui.keyboard.press('Enter')
  await expect(ui.getByText('Download of “qwen3:4b” stopped')).toBeVisible()
  ollama.willPull([{ ...part, completed: 1_000_000_000 }, { status: 'verifying sha256 digest' }, { status: 'success' }])
  await ui.getByRole('button', { name: 'Resume' }).click()
  await ui.getByRole('button', { name: /^Use “qwen3:4b”/ }).click()
  // Once it is saved, the chat takes the place of the first screen.
  await expect(ui.getByRole('button', { name: /^Use “qwen3:4b”/ })).toHaveCount(0)
  expect(ollama.pulls).toBe(2)
  await goTo(ui, 'Chat')
  ollama.will(ollamaSays('Small, but here.'))
  await send(ui, 'Are you there?')
  await expect(message(ui, 'Small, but here.')).toBeVisible()
})

test('a model of Ollama that was given a short context is given more where Parley warns of it', async ({ parley }) => {
  await using ollama = await OllamaServer.start(able)
  const provider = {
    id: 'ollama',
    kind: 'ollama',
    name: 'Ollama',
    baseUrl: ollama.url,
    models: [able.name],
    context: { [able.name]: 4_096 },
  }
  parley.writeFile('settings.json', JSON.stringify({ models: { default: `ollama/${able.name}`, providers: [provider] } }))
  parley.writeServers({ everything: real('everything') })
  const ui = await parley.launch()
  await waitUntilReady(ui, 'everything')
  await goTo(ui, 'Chat')
  await newChat(ui)
  const warning = ui.getByText('“qwen3:4b” takes in only 4k tokens')
  await expect(warning).toBeVisible()
  await ui.getByRole('button', { name: 'Start it with 32k' }).click()
  await expect(warning).toHaveCount(0)
  ollama.will(ollamaSays('Now there is room.'))
  await send(ui, 'Is there room?')
  await expect(message(ui, 'Now there is room.')).toBeVisible()
  expect(ollama.chats.map((chat) => chat.options.num_ctx)).toEqual([32_768])
})
