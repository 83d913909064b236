import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { alternateShells } from './lib/alternateShells.ts'
import { real } from './lib/serverEntries.ts'
import { expectAccessible } from './screen/expectAccessible.ts'
import { openServer, waitUntilReady } from './screen/servers.ts'

// Catches: a choice on the page that does not connect anew, is not kept in the file, or falls back without a word.
test(
  'the version of MCP is chosen on a server’s page, spoken at once, and said with its reason',
  alternateShells(0),
  async ({ parley }) => {
    parley.writeServers({ everything: real('everything') })
    const ui = await parley.launch()
    await waitUntilReady(ui, 'everything')
    await openServer(ui, 'everything', 'About')
    const section = ui.getByRole('region', { name: 'Protocol' })
    const choose = async (name: string): Promise<void> => {
      await section.getByRole('combobox', { name: 'Version' }).click()
      await ui.getByRole('option', { name }).click()
    }
    await expect(section).toContainText('2025-11-25, since the server knows nothing newer.')
    await expectAccessible(ui, 'the versions of a server')
    await choose('2025-03-26')
    await expect(section).toContainText('2025-03-26, as chosen for this server.')
    expect(readFileSync(join(parley.dataDir, 'servers.json'), 'utf8')).toContain('"protocol": "2025-03-26"')
    await choose('2026 only')
    await expect(section).toContainText('“everything” did not answer in 2026-07-28, which was chosen for it')
    await choose('Automatic')
    await expect(section).toContainText('2025-11-25, since the server knew nothing newer when it was last asked')
  },
)
