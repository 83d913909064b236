import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FrameLocator, Locator, Page } from '@playwright/test'
import { writeFileSync } from 'node:fs'
import { pdf } from '../../main/files/testing/hostileFiles.ts'
import { expect, test } from '../fixtures.ts'
import type { Parley } from '../lib/parley.ts'
import { callTools, say } from '../model/reply.ts'
import type { ScriptedModel } from '../model/scriptedModel.ts'
import { composer, message, send } from '../screen/chat.ts'
import { allowOnce, answer, readToEnd } from '../screen/questions.ts'
import { startChat } from '../screen/startChat.ts'
import { examples, type Example } from './examples.ts'

const folder = process.env['PARLEY_EXAMPLE_APPS'] ?? ''
const region = (ui: Page): Locator => ui.getByRole('region', { name: 'App of “Example”' }).first()
const inside = (ui: Page): FrameLocator => ui.frameLocator('iframe[title="Content of the app of “Example”"]').frameLocator('iframe')
const seen = (ui: Page, sees: Example['sees']): Locator =>
  typeof sees === 'string' ? inside(ui).locator(sees).first() : inside(ui).getByText(sees).first()

/** Has the model call the tool of an example, and waits until its app has its frame. */
async function show(parley: Parley, model: ScriptedModel, { name, tool, ...example }: Example): Promise<Page> {
  // Apps write to the console what they were refused, and what they fail at.
  parley.expectComplaint(/./)
  const file = join(parley.folder, 'sailing.pdf')
  if (name === 'pdf') writeFileSync(file, pdf(['Boats sail at nine']))
  const args = [
    join(folder, 'node_modules/@modelcontextprotocol', `server-${name}`, 'dist/index.js'),
    ...(name === 'pdf' ? [file] : []),
    '--stdio',
  ]
  const ui = await startChat(parley, model, { Example: { command: process.execPath, args } })
  const asked = name === 'pdf' ? { url: pathToFileURL(file).href } : example.arguments
  model.will(callTools({ server: 'Example', tool, arguments: asked }), say('That is what came'))
  await send(ui, 'Show it')
  await allowOnce(ui, tool)
  await expect(message(ui, 'That is what came')).toBeVisible()
  await expect(region(ui)).toBeVisible()
  return ui
}

function named(name: string): Example {
  const found = examples.find((example) => example.name === name)
  if (!found) throw new Error(`There is no example ${name}`)
  return found
}

/** Lets the app call a tool while it is open. */
async function allowTool(ui: Page, tool: string): Promise<void> {
  await expect(region(ui).getByText('Let the app call').filter({ hasText: tool })).toBeVisible({ timeout: 60_000 })
  await region(ui).getByRole('button', { name: 'Allow', exact: true }).first().click()
}

/** Answers the question of the app for this time, with these boxes ticked. */
async function grant(ui: Page, opener: string, ...boxes: readonly string[]): Promise<void> {
  await region(ui).getByRole('button', { name: opener }).click({ timeout: 60_000 })
  const question = ui.getByRole('dialog', { name: /^Allow the app of “Example”/ })
  for (const box of boxes) await question.getByRole('checkbox', { name: box }).check()
  await readToEnd(question)
  await question.getByRole('button', { name: /this time$/ }).click()
  await expect(question).toHaveCount(0)
}

/** Presses a button of the app. A press that a driver makes in a frame of another process does not tell the page where the pointer is. */
async function press(ui: Page, button: Locator): Promise<void> {
  await region(ui).getByRole('button', { name: 'More', exact: true }).focus()
  await ui.keyboard.press('Tab')
  await button.click()
}

for (const example of examples) {
  test(`${example.name}: ${example.tool}${example.lacks === undefined ? '' : `; complete with ${example.lacks}`}`, async ({
    parley,
    model,
  }) => {
    const ui = await show(parley, model, example)
    await expect(seen(ui, example.sees)).toBeAttached({ timeout: 60_000 })
    if (example.says) await expect(region(ui)).toContainText(example.says)
  })
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
  await expect(ui.getByRole('button', { name: /^Context from the app of “Example”/ })).toBeVisible()
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
  await button('display-fullscreen')
  await expect(region(ui).getByText('It is open elsewhere')).toBeVisible()
  await inside(ui).locator('#display-inline-btn').click()
  await expect(region(ui).getByText('It is open elsewhere')).toHaveCount(0)
  await button('display-pip')
  await expect(region(ui).getByText('It is open elsewhere')).toBeVisible()
})

test('pdf: loads a file in pieces with code of its own, and shows its words', async ({ parley, model }) => {
  const ui = await show(parley, model, named('pdf'))
  await grant(ui, 'Allow…', 'Write to the clipboard', 'May run code that it writes itself')
  await allowTool(ui, 'read_pdf_bytes')
  await expect(inside(ui).getByText('Boats sail at nine').first()).toBeAttached({ timeout: 60_000 })
  await allowTool(ui, 'poll_pdf_commands')
  await expect(ui.getByRole('button', { name: /^Context from the app of “Example”/ })).toBeVisible()
})

test('threejs: draws with code of its own', async ({ parley, model }) => {
  const ui = await show(parley, model, named('threejs'))
  await grant(ui, 'Allow own code…', 'May run code that it writes itself')
  await expect(inside(ui).locator('canvas').first()).toBeVisible()
  await expect(inside(ui).getByText('unsafe-eval')).toHaveCount(0)
})

test('shadertoy: draws the shader that the model wrote', async ({ parley, model }) => {
  const ui = await show(parley, model, named('shadertoy'))
  const canvas = inside(ui).locator('canvas').first()
  await expect(canvas).toBeVisible()
  await canvas.scrollIntoViewIfNeeded()
  // One colour from side to side would be an empty canvas.
  const piece = async (side: 'left' | 'right'): Promise<string> => {
    const box = await canvas.boundingBox()
    if (!box) return ''
    const x = side === 'left' ? box.x + 40 : box.x + box.width - 60
    return (await ui.screenshot({ clip: { x, y: box.y + box.height / 2, width: 20, height: 20 } })).toString('base64')
  }
  await expect.poll(async () => (await piece('left')) !== (await piece('right'))).toBe(true)
})

test('cohort-heatmap: its table comes with the call that the person allows', async ({ parley, model }) => {
  const ui = await show(parley, model, named('cohort-heatmap'))
  await allowTool(ui, 'get-cohort-data')
  await ui.getByRole('status', { name: 'Questions' }).getByRole('button', { name: 'Review' }).click()
  await answer(ui.getByRole('dialog', { name: 'The app of “Example” asks to call get-cohort-data' }), 'Allow once')
  await expect(inside(ui).getByText('M11')).toBeVisible()
})

test('transcript: may use the microphone for this time', async ({ parley, model }) => {
  const ui = await show(parley, model, named('transcript'))
  await grant(ui, 'Allow…', 'Use the microphone', 'Write to the clipboard')
  await expect(region(ui).getByText('names 2 things')).toHaveCount(0)
  await expect(inside(ui).getByText('Your speech will appear here')).toBeVisible()
})
