import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { expect, test } from './fixtures.ts'
import { real } from './lib/serverEntries.ts'
import { expectAccessible } from './screen/expectAccessible.ts'
import { goTo } from './screen/navigation.ts'
import { answer, openFromInbox } from './screen/questions.ts'
import { press, server, state, waitUntilReady } from './screen/servers.ts'
import { alternateShells } from './lib/alternateShells.ts'

test(
  'a policy holds: a forbidden server is refused with the reason, a set one is locked, and its rules stand on the page',
  alternateShells(0),
  async ({ parley }) => {
    const file = join(parley.folder, 'company.policy.json')
    const memory = real('memory')
    const policy = (more: object) => writeFileSync(file, JSON.stringify({ name: 'Atlas IT', contact: 'it@atlas.example', ...more }))
    const rules = [{ verdict: 'deny', kind: 'destructive' }]
    policy({ mcpServers: { company: memory }, servers: { deny: [{ command: 'npx' }] }, rules })
    parley.writeServers({ own: memory })
    parley.args.push('--policy', file)
    const ui = await parley.launch()
    await waitUntilReady(ui, 'own')

    // The entry came from a file that anyone could have written, so Parley asks the person once.
    await expect(state(ui, 'company')).toHaveText('Start?')
    await expect(server(ui, 'company')).toContainText('Set by Atlas IT')
    await expect(server(ui, 'company').getByRole('button', { name: 'Disable' })).toBeVisible()
    for (const name of ['Edit', 'Remove']) await expect(server(ui, 'company').getByRole('button', { name })).toHaveCount(0)
    await expect(server(ui, 'own').getByRole('button', { name: 'Edit' })).toBeVisible()

    await ui.getByRole('button', { name: 'Add server' }).first().click()
    const dialog = ui.getByRole('dialog', { name: 'Add server' })
    await expect(dialog).toContainText('never allowed: npx')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('other')
    await dialog.getByRole('textbox', { name: 'Command' }).fill('env')
    await dialog.getByRole('textbox', { name: 'Arguments' }).fill('npx -y some-server')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Atlas IT does not allow npx. Ask Atlas IT: it@atlas.example.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(Object.keys(JSON.parse(parley.readFile('servers.json')).mcpServers)).toEqual(['own'])

    await goTo(ui, 'Settings')
    await ui.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Policy' }).click()
    await expect(ui.getByRole('region', { name: 'What it sets' })).toContainText('Everybody has “company”.')
    await expect(ui.getByRole('region', { name: 'Who set it' })).toContainText(file)
    await expectAccessible(ui, 'the policy')
    await ui.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Approval rules' }).click()
    await expect(ui.getByRole('list', { name: 'Approval rules' })).toContainText('Atlas IT')

    // From now on, the policy forbids servers of the user's own. Then the file breaks, and then it is repaired.
    policy({ servers: { add: false } })
    await goTo(ui, 'Servers')
    await expect(state(ui, 'own')).toHaveText('Not allowed')
    await expect(server(ui, 'own').getByRole('button', { name: 'Start' })).toHaveCount(0)
    await expect(server(ui, 'own')).toContainText('Atlas IT does not allow servers of your own')
    await expect(ui.getByRole('button', { name: 'Add server' })).toBeDisabled()
    writeFileSync(file, '{ "name": "Atlas IT", "serves": {} }')
    await expect(ui.getByRole('alert').filter({ hasText: 'Parley does not know “serves”' })).toContainText('its last usable version counts')
    await expect(server(ui, 'own')).toContainText('Atlas IT does not allow servers of your own')
    policy({})
    await expect(state(ui, 'own')).toHaveText('Ready', { timeout: 30_000 })
    await press(ui, 'own', 'Stop')
  },
)

test(
  'a server that a policy brings gets its secret from the person, under the name that the policy gave it',
  alternateShells(1),
  async ({ parley }) => {
    const file = join(parley.folder, 'company.policy.json')
    const company = { ...real('memory'), env: { ATLAS_TOKEN: { secret: 'atlas-token' } } }
    writeFileSync(file, JSON.stringify({ name: 'Atlas IT', mcpServers: { company } }))
    parley.args.push('--policy', file)
    const ui = await parley.launch()
    await openFromInbox(ui, 'company')
    await answer(ui.getByRole('dialog', { name: 'Start “company”?' }), 'Start')
    await goTo(ui, 'Servers')
    await expect(server(ui, 'company')).toContainText('The secret “atlas-token” is not in the vault. Enter it.')
    await server(ui, 'company').getByRole('button', { name: 'Enter the secret…' }).click()
    const dialog = ui.getByRole('dialog', { name: 'Enter a secret' })
    await expectAccessible(ui, 'the question for a secret')
    await dialog.getByLabel('Value of “atlas-token”').fill('atl_0123456789')
    await dialog.getByRole('button', { name: 'Save and start' }).click()
    await waitUntilReady(ui, 'company')
    await goTo(ui, 'Settings')
    await ui.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Secrets' }).click()
    const row = ui.getByRole('list', { name: 'Secrets' }).getByRole('listitem').filter({ hasText: 'atlas-token' })
    await expect(row.getByRole('button', { name: 'Replace: atlas-token' })).toBeVisible()
    await expect(row).not.toContainText('Not entered')
  },
)
