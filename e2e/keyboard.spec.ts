import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { fixture, real } from './lib/serverEntries.ts'
import { Gate } from './model/gate.ts'
import { callTools, say } from './model/reply.ts'
import { composer, message, send, sendButton } from './screen/chat.ts'
import { goTo } from './screen/navigation.ts'
import { approval, approvalsCard } from './screen/questions.ts'
import { server } from './screen/servers.ts'
import { startChat } from './screen/startChat.ts'
import { alternateShells, onBrowser } from './lib/alternateShells.ts'

test(
  'Enter sends, Shift Enter makes a line, the arrow up edits the last message, and Ctrl . stops',
  alternateShells(1),
  async ({ parley, model }) => {
    const ui = await startChat(parley, model)
    model.will(say('Two lines, I see'), say('Talking', new Gate()))
    await composer(ui).focus()
    await ui.keyboard.type('One')
    await ui.keyboard.press('Shift+Enter')
    await ui.keyboard.type('Two')
    await ui.keyboard.press('Enter')
    await expect(message(ui, 'Two lines, I see')).toBeVisible()
    expect(JSON.stringify((await model.request(1)).messages.at(-1)?.content)).toContain('One\\nTwo')

    await ui.keyboard.press('ArrowUp')
    await expect(ui.getByRole('textbox').and(ui.locator(':focus'))).toHaveValue('One\nTwo')
    await ui.keyboard.type(' and three')
    await ui.keyboard.press('Enter')
    await expect(message(ui, 'Talking')).toBeVisible()
    await ui.keyboard.press('ControlOrMeta+.')
    await (
      await model.request(2)
    ).abandoned
    await expect(sendButton(ui)).toBeVisible()
  },
)

test('the palette finds conversations, servers, tools and actions', alternateShells(0), async ({ parley, model }) => {
  const ui = await startChat(parley, model, { memory: real('memory') })
  model.will(say('About the harbour'))
  await send(ui, 'Tell me about harbours')
  await expect(message(ui, 'About the harbour')).toBeVisible()
  for (const [query, found] of [
    ['harbours', /Tell me about harbours/],
    ['memory', /memory/],
    ['read_graph', /read_graph/],
    ['Add server', /Add server/],
    ['approvals', /Approval rules/],
    ['dark', /Appearance/],
    ['traffic memory', /Traffic of “memory”/],
  ] as const) {
    await ui.keyboard.press('ControlOrMeta+k')
    await ui.getByRole('combobox', { name: 'Search and commands' }).fill(query)
    await expect(ui.getByRole('option', { name: found }).first()).toBeVisible()
    await ui.keyboard.press('Escape')
    await expect(ui.getByRole('combobox', { name: 'Search and commands' })).toHaveCount(0)
  }
  await ui.keyboard.press('ControlOrMeta+k')
  await ui.getByRole('combobox', { name: 'Search and commands' }).fill('memory')
  await ui.keyboard.press('Enter')
  await expect(server(ui, 'memory')).toBeVisible()
})

test(
  'what is typed right after the keys of the palette is for its field, and Enter runs nothing that nobody has seen',
  { tag: onBrowser },
  async ({ parley, model }) => {
    const ui = await startChat(parley, model)
    const gate = new Gate()
    await ui.route(/\/assets\/PaletteResults-[^/]*\.js$/, async (route) => {
      await gate.opened
      await route.continue()
    })
    await ui.reload()
    await composer(ui).waitFor()
    await ui.keyboard.press('ControlOrMeta+k')
    await ui.keyboard.type('Servers')
    await ui.keyboard.press('Enter')
    const field = ui.getByRole('combobox', { name: 'Search and commands' })
    await expect(field).toHaveValue('Servers')
    await expect(ui.getByRole('option')).toHaveCount(0)
    gate.open()
    await expect(ui.getByRole('option', { name: 'Servers' }).first()).toBeVisible()
    await expect(field).toBeFocused()
    await ui.keyboard.press('Escape')
    await expect(field).toHaveCount(0)
    await expect(composer(ui)).toHaveValue('')
  },
)

test('? shows all keys, but not while somebody types', alternateShells(0), async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  await composer(ui).focus()
  await ui.keyboard.type('?')
  await expect(composer(ui)).toHaveValue('?')
  await composer(ui).fill('')
  await goTo(ui, 'Settings')
  await ui.keyboard.press('?')
  await expect(ui.getByRole('dialog', { name: 'Keys' })).toContainText('First waiting question')
})

test('Ctrl Shift D refuses; Ctrl Shift Y allows only when it is pressed twice', alternateShells(1), async ({ parley, model }) => {
  const ui = await startChat(parley, model, { memory: real('memory') })
  const read = callTools({ server: 'memory', tool: 'read_graph', arguments: {} })
  model.will(read, say('Refused by key'), read, say('Allowed by key'))
  const allow = approval(ui, 'read_graph').getByRole('button', { name: 'Allow once' })
  await send(ui, 'Read')
  await expect(allow).toBeEnabled()
  await ui.keyboard.press('ControlOrMeta+Shift+D')
  await expect(message(ui, 'Refused by key')).toBeVisible()

  await send(ui, 'Read again')
  await expect(allow).toBeEnabled()
  await ui.keyboard.press('ControlOrMeta+Shift+Y')
  await expect(allow).toBeFocused()
  expect(model.requests).toHaveLength(3)
  await ui.keyboard.press('ControlOrMeta+Shift+Y')
  await expect(message(ui, 'Allowed by key')).toBeVisible()
})

test('Ctrl I opens the question that was put aside', async ({ parley, model }) => {
  const ui = await startChat(parley, model, { memory: real('memory') })
  model.will(callTools({ server: 'memory', tool: 'create_entities', arguments: { entities: [] } }))
  await send(ui, 'Write')
  await expect(approval(ui, 'create_entities')).toBeVisible()
  await ui.keyboard.press('Escape')
  await expect(approval(ui, 'create_entities')).toHaveCount(0)
  await ui.keyboard.press('ControlOrMeta+i')
  await expect(approval(ui, 'create_entities')).toBeVisible()
})

test('J and K walk the servers, Enter opens the one in focus, and E edits it', alternateShells(0), async ({ parley, model }) => {
  const ui = await startChat(parley, model, { alpha: fixture('asksUser2026'), beta: fixture('asksUser2026') })
  await goTo(ui, 'Servers')
  const name = (id: string): Locator => server(ui, id).getByRole('link', { name: id, exact: true })
  await ui.keyboard.press('j')
  await expect(name('alpha')).toBeFocused()
  await ui.keyboard.press('j')
  await expect(name('beta')).toBeFocused()
  await ui.keyboard.press('k')
  await expect(name('alpha')).toBeFocused()
  await ui.keyboard.press('e')
  await expect(ui.getByRole('dialog', { name: 'Edit “alpha”' })).toBeVisible()
  await ui.keyboard.press('Escape')
  await expect(name('alpha')).toBeFocused()
  await ui.keyboard.press('j')
  await ui.keyboard.press('Enter')
  await expect(ui.getByRole('heading', { level: 1, name: 'beta' })).toBeVisible()
})

test('J and K walk the Inbox, and Enter opens the question in focus', alternateShells(0), async ({ parley, model }) => {
  const ui = await startChat(parley, model, { memory: real('memory') })
  const [read, search] = [
    { server: 'memory', tool: 'read_graph', arguments: {} },
    { server: 'memory', tool: 'search_nodes', arguments: { query: 'x' } },
  ]
  model.will(callTools(read, search))
  await send(ui, 'Read and search')
  await expect(approvalsCard(ui, 2)).toBeVisible()
  await goTo(ui, 'Inbox')
  const waiting = ui.getByRole('main').getByRole('listitem').getByRole('button')
  await expect(waiting).toHaveCount(2)
  await ui.keyboard.press('j')
  await ui.keyboard.press('j')
  await expect(waiting.nth(1)).toBeFocused()
  await ui.keyboard.press('k')
  await expect(waiting.nth(0)).toBeFocused()
  await ui.keyboard.press('Enter')
  await expect(ui.getByRole('dialog', { name: /^Allow / })).toBeVisible()
})
