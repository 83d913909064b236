import { expect, test } from './fixtures.ts'
import { alternateShells } from './lib/alternateShells.ts'
import { realFile } from './lib/serverEntries.ts'
import { expectAccessible } from './screen/expectAccessible.ts'
import { goTo } from './screen/navigation.ts'
import { openServer, press, state, waitUntilReady } from './screen/servers.ts'

const passphrase = 'correct horse battery'
const token = 'ghp_0123456789abcdefghij0123456789abcdef'

test(
  'without a keychain a person chooses a passphrase once, and a server waits for it after the next start',
  alternateShells(0),
  async ({ parley }) => {
    // Parley looks for a keychain and finds none.
    parley.env['PARLEY_KEYS'] = 'any'
    const entry = { command: process.execPath, args: [realFile('everything')], env: { GITHUB_TOKEN: token } }
    parley.writeServers({ github: entry })
    const ui = await parley.launch()
    await waitUntilReady(ui, 'github')
    await openServer(ui, 'github')
    await ui.getByRole('button', { name: 'Move into the vault' }).click()
    const choice = ui.getByRole('dialog', { name: 'How should Parley keep secrets?' })
    await expect(choice.getByRole('radio', { name: 'Until Parley quits' })).toBeVisible()
    await expectAccessible(ui, 'the choice')
    expect(parley.readFile('servers.json')).toContain(token)
    await choice.getByLabel('Passphrase', { exact: true }).fill(passphrase)
    await choice.getByLabel('The same again').fill(passphrase)
    await choice.getByRole('button', { name: 'Keep them this way' }).click()
    await expect(choice).toHaveCount(0)
    await expect(ui.getByRole('button', { name: 'Move into the vault' })).toHaveCount(0)
    expect(parley.readFile('servers.json') + parley.readFile('secrets.json')).not.toContain(token)
    await parley.quit()

    const again = await parley.launch()
    await goTo(again, 'Servers')
    await expect(state(again, 'github')).toHaveText('Failed')
    await again.getByRole('button', { name: 'Unlock…' }).first().click()
    const unlock = again.getByRole('dialog', { name: 'Unlock your secrets' })
    await unlock.getByLabel('Passphrase', { exact: true }).fill('incorrect horse')
    await unlock.getByRole('button', { name: 'Unlock', exact: true }).click()
    await expect(unlock.getByRole('alert')).toContainText('This is not the passphrase of your secrets')
    await expectAccessible(again, 'a wrong passphrase')
    await unlock.getByLabel('Passphrase', { exact: true }).fill(passphrase)
    await unlock.getByRole('button', { name: 'Unlock', exact: true }).click()
    await waitUntilReady(again, 'github')

    await goTo(again, 'Settings')
    await again.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Secrets' }).click()
    await expect(again.getByRole('list', { name: 'Secrets' }).getByRole('listitem')).toContainText(['Variable “GITHUB_TOKEN”'])
    await expectAccessible(again, 'the list of secrets')
    await goTo(again, 'Servers')
    await press(again, 'github', 'Remove')
    const removing = again.getByRole('dialog', { name: 'Remove “github”?' })
    await expect(removing).toContainText('1 secret is deleted a minute later')
    await expectAccessible(again, 'what goes with a server')
    await removing.getByRole('button', { name: 'Remove' }).click()
    await goTo(again, 'Settings')
    await expect(again.getByRole('list', { name: 'Secrets' })).toContainText('Not used by anything')
    await parley.quit()
    // After the quit, Undo is no longer possible.
    expect(JSON.parse(parley.readFile('secrets.json')).secrets).toEqual({})
  },
)
