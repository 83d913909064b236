import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { Gate } from '../model/gate.ts'
import { callTools, say } from '../model/reply.ts'
import type { ScriptedModel } from '../model/scriptedModel.ts'
import { composer, message, send } from '../screen/chat.ts'
import { allowOnce, answer, approval } from '../screen/questions.ts'
import { allowTool, grant, inside, named, press, region, show } from './exampleApp.ts'
import { shader } from './examples.ts'

/** Has the model call a tool of the open app, and returns what the model was told. */
async function useApp(ui: Page, model: ScriptedModel, tool: string, args: Readonly<Record<string, unknown>>): Promise<string> {
  const done = `Done ${tool} ${model.requests.length}`
  model.will(callTools({ server: 'Example', tool: `in-app:${tool}`, arguments: args }), say(done))
  await send(ui, `Please ${tool}`)
  // Nothing is allowed that was not seen whole.
  const question = approval(ui, tool)
  await question.waitFor()
  const whole = question.getByRole('button', { name: /^Show all/ })
  if (await whole.isVisible()) await whole.click()
  await allowOnce(ui, tool)
  await expect(message(ui, done)).toBeVisible()
  return JSON.stringify(model.requests.at(-1)?.messages.at(-1))
}

/** One colour from side to side would be an empty canvas. */
async function expectDrawn(ui: Page, canvas: Locator): Promise<void> {
  const piece = async (side: 'left' | 'right'): Promise<string> => {
    const box = await canvas.boundingBox()
    if (!box) return ''
    const x = side === 'left' ? box.x + 40 : box.x + box.width - 60
    return (await ui.screenshot({ clip: { x, y: box.y + box.height / 2, width: 20, height: 20 } })).toString('base64')
  }
  await expect.poll(async () => (await piece('left')) !== (await piece('right'))).toBe(true)
}

test('debug: what each of its buttons asks for', async ({ parley, model }) => {
  const ui = await show(parley, model, named('debug'))
  await allowTool(ui, 'debug-log')
  const log = inside(ui).locator('#event-log')
  const button = (id: string): Promise<void> => press(ui, inside(ui).locator(`#${id}-btn`))
  await button('send-message-text')
  await expect(composer(ui)).toHaveValue('Hello from debug app!')
  await button('send-message-image')
  await expect(log).toContainText('send-message-result: {"isError":true}')
  for (const level of ['debug', 'info', 'warning', 'error']) await button(`log-${level}`)
  await expect(log).toContainText('"level":"error"')
  await button('update-context-text')
  await expect(ui.getByRole('button', { name: /^Context from the app.*“Example”/ })).toBeVisible()
  await button('update-context-structured')
  await expect(log).toContainText('update-context: {"type":"structured"}')
  await button('update-context-image')
  await expect(log).toContainText('-32602')
  await button('open-link')
  await expect(region(ui).getByText('The app wants to open')).toContainText('modelcontextprotocol.io')
  await region(ui).getByRole('button', { name: 'Dismiss' }).last().click()
  await inside(ui).locator('#auto-resize-toggle').uncheck()
  const frame = ui.getByTitle('Content of the app of “Example”')
  for (const [id, height] of [
    ['resize-200x100', 100],
    ['resize-400x300', 300],
    ['resize-800x600', 600],
  ] as const) {
    await button(id)
    await expect.poll(async () => (await frame.boundingBox())?.height).toBe(height)
  }
  await button('call-debug-refresh')
  await allowTool(ui, 'debug-refresh')
  await expect(log).toContainText('Server timestamp')
  await button('call-debug-tool')
  await allowTool(ui, 'debug-tool')
  await ui.getByRole('status', { name: 'Questions' }).getByRole('button', { name: 'Review' }).click()
  await answer(ui.getByRole('dialog', { name: 'The app of “Example” asks to call debug-tool' }), 'Allow once')
  await expect(log).toContainText('server-tool-result')
  await button('clear-log')
  await expect(log).not.toContainText('server-tool-result')
  await button('display-fullscreen')
  await expect(region(ui).getByText('It is open elsewhere')).toBeVisible()
  await inside(ui).locator('#display-inline-btn').click()
  await expect(region(ui).getByText('It is open elsewhere')).toHaveCount(0)
  await button('display-pip')
  await expect(region(ui).getByText('It is open elsewhere')).toBeVisible()
})

test('budget-allocator: the model reads and changes it by its app tools, and the person sees that', async ({ parley, model }) => {
  const ui = await show(parley, model, named('budget-allocator'))
  await expect(region(ui).getByText('The model may use 5 tools of this app while it is open')).toBeVisible()
  expect(await useApp(ui, model, 'get-allocations', {})).toContain('100000')
  await useApp(ui, model, 'set-total-budget', { amount: 200_000 })
  await expect(
    inside(ui)
      .getByText(/\$200,000|\$200K/)
      .first(),
  ).toBeAttached()
  await useApp(ui, model, 'set-allocation', { categoryId: 'marketing', percent: 40 })
  expect(await useApp(ui, model, 'get-allocations', {})).toContain('80000')
})

test('pdf: loads a file in pieces with code of its own, shows its words, and gives what the model drew to the clipboard', async ({
  parley,
  model,
}) => {
  const ui = await show(parley, model, named('pdf'))
  await grant(ui, 'Allow…', 'Write to the clipboard', 'May run code that it writes itself')
  await allowTool(ui, 'read_pdf_bytes')
  await expect(inside(ui).getByText('Boats sail at nine').first()).toBeAttached({ timeout: 60_000 })
  // Longer than one piece.
  await region(ui)
    .getByRole('button', { name: /calls$/ })
    .click()
  await expect(ui.getByRole('dialog', { name: 'Calls by the app of “Example”' }).getByText('read_pdf_bytes').nth(2)).toBeVisible()
  await ui.keyboard.press('Escape')
  await allowTool(ui, 'poll_pdf_commands')
  await expect(ui.getByRole('button', { name: /^Context from the app.*“Example”/ })).toBeVisible()

  // The model draws on the page, and the person copies that.
  const drawn = [{ id: 'box', type: 'rectangle', page: 1, x: 72, y: 120, width: 300, height: 80, fillColor: '#ff0000' }]
  await useApp(ui, model, 'interact', { commands: [{ action: 'add_annotations', annotations: drawn }] })
  await ui.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await press(ui, inside(ui).locator('.annotation-rectangle').first())
  await ui.keyboard.press('ControlOrMeta+c')
  await composer(ui).click()
  await expect.poll(() => ui.evaluate(() => navigator.clipboard.readText())).toContain('"format":"pdf-annotations/v1"')
})

test('shadertoy: draws the shader that the model wrote', async ({ parley, model }) => {
  const ui = await show(parley, model, named('shadertoy'))
  const canvas = inside(ui).locator('canvas').first()
  await expect(canvas).toBeVisible()
  await canvas.scrollIntoViewIfNeeded()
  await expectDrawn(ui, canvas)
})

test('shadertoy: is told of the shader while the model writes it, and draws it once it is whole', async ({ parley, model }) => {
  const ui = await show(parley, model, named('shadertoy'), 'always')
  const half = new Gate()
  const whole = JSON.stringify({ fragmentShader: shader })
  const at = whole.indexOf(' vec2 uv')
  const pieces = [whole.slice(0, at), half, whole.slice(at)]
  model.will(callTools({ server: 'Example', tool: 'render-shadertoy', arguments: pieces }), say('Drawn again'))
  await send(ui, 'Once more')
  const second = ui.getByRole('region', { name: 'App of “Example”' }).nth(1)
  const written = second.locator('iframe').contentFrame().frameLocator('iframe')
  await expect(written.locator('canvas')).toBeVisible()
  // The published app shows nothing of it, so what it was told is read in its messages.
  await second.getByRole('button', { name: 'More', exact: true }).click()
  await ui.getByRole('menuitem', { name: 'Messages and policy' }).click()
  const told = ui.getByRole('list', { name: 'Traffic' })
  await expect(told.getByRole('button', { name: 'ui/notifications/tool-input-partial' }).first()).toBeVisible()
  await expect(told.getByRole('button', { name: /tool-input$/ })).toHaveCount(0)
  half.open()
  await ui.getByRole('button', { name: 'Show in its conversation' }).click()
  await expect(message(ui, 'Drawn again')).toBeVisible()
  await written.locator('canvas').scrollIntoViewIfNeeded()
  await expectDrawn(ui, written.locator('canvas'))
})

test('wiki-explorer: the model looks around in the graph and expands a page by its app tools', async ({ parley, model }) => {
  const ui = await show(parley, model, named('wiki-explorer'))
  await expect(inside(ui).locator('#graph canvas')).toBeVisible()
  const seen = await useApp(ui, model, 'get-visible-nodes', {})
  for (const title of ['Model Context Protocol', 'Sailing', 'Harbour']) expect(seen).toContain(title)
  await useApp(ui, model, 'highlight-node', { identifier: 'Sailing' })
  expect(await useApp(ui, model, 'get-current-article', {})).toContain('Sailing')
  model.will(callTools({ server: 'Example', tool: 'in-app:expand-node', arguments: { identifier: 'Sailing' } }), say('Expanded'))
  await send(ui, 'Please expand it')
  await allowOnce(ui, 'expand-node')
  await allowTool(ui, 'get-first-degree-links')
  await ui.getByRole('status', { name: 'Questions' }).getByRole('button', { name: 'Review' }).click()
  await answer(ui.getByRole('dialog', { name: 'The app of “Example” asks to call get-first-degree-links' }), 'Allow once')
  await expect(message(ui, 'Expanded')).toBeVisible()
  expect(await useApp(ui, model, 'get-visible-nodes', {})).toContain('Tiller')
})
