import { expect, test } from '../fixtures.ts'
import { answer } from '../screen/questions.ts'
import { allowTool, grant, inside, named, region, seen, show } from './exampleApp.ts'
import { examples } from './examples.ts'

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

test('threejs: draws with code of its own', async ({ parley, model }) => {
  const ui = await show(parley, model, named('threejs'))
  await grant(ui, 'Allow own code…', 'May run code that it writes itself')
  await expect(inside(ui).locator('canvas').first()).toBeVisible()
  await expect(inside(ui).getByText('unsafe-eval')).toHaveCount(0)
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

test('customer-segmentation: its points come with the call that the person allows', async ({ parley, model }) => {
  const ui = await show(parley, model, named('customer-segmentation'))
  await allowTool(ui, 'get-customer-data')
  await ui.getByRole('status', { name: 'Questions' }).getByRole('button', { name: 'Review' }).click()
  await answer(ui.getByRole('dialog', { name: 'The app of “Example” asks to call get-customer-data' }), 'Allow once')
  await expect(inside(ui).locator('#legend')).toContainText('Enterprise')
})

test('system-monitor: goes on measuring once the person allows it', async ({ parley, model }) => {
  const ui = await show(parley, model, named('system-monitor'))
  await allowTool(ui, 'poll-system-stats')
  await expect(inside(ui).locator('#memory-percent')).toContainText(/\d+%/)
  await expect(inside(ui).locator('#info-uptime')).toContainText(/\d/)
  await expect(region(ui).getByRole('button', { name: /^[2-9] calls$/ })).toBeVisible()
})
