import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { alternateShells } from './lib/alternateShells.ts'
import { callFromPage } from './lib/callFromPage.ts'
import { expectAccessible } from './screen/expectAccessible.ts'
import { openServer, waitUntilReady } from './screen/servers.ts'

const script = join(import.meta.dirname, '../main/connections/testing/extensionServer.mjs')

for (const [kind, era] of ['2025', '2026'].entries()) {
  test(
    `EX-03, SE-19: what a server of ${era} speaks is on its page, can be switched off, and what nobody knows is in its log`,
    alternateShells(kind === 0 ? 0 : 1),
    async ({ parley }) => {
      parley.writeServers({ odd: { command: process.execPath, args: [script, era] } })
      const ui = await parley.launch()
      await waitUntilReady(ui, 'odd')
      await openServer(ui, 'odd', 'About')
      const section = ui.getByRole('region', { name: 'Extensions' })
      const hologram = section.getByRole('listitem').filter({ hasText: 'com.example/hologram' })
      await expect(hologram).toContainText('Declared by odd, not by Parley. Parley does not speak it with this server.')
      await expect(hologram.getByRole('switch')).toHaveCount(0)
      const tasks = section.getByRole('listitem').filter({ hasText: 'io.modelcontextprotocol/tasks' })
      if (era === '2026') {
        await expect(tasks).toContainText('Declared by odd and by Parley.')
        await tasks.getByRole('switch').click()
        await expect(tasks).toContainText('Declared by odd, not by Parley.')
        expect(JSON.parse(parley.readFile('servers.json')).mcpServers.odd.parley).toEqual({
          extensions: { 'io.modelcontextprotocol/tasks': false },
        })
      } else await expect(tasks.getByRole('switch')).toHaveCount(0)
      await expectAccessible(ui, 'the extensions of a server')
      const call = async (name: string, input: object) => callFromPage(ui, name, JSON.stringify(input))
      for (const tool of ['notify', 'ask']) {
        const created = (await call('chat.create', { model: 'none' })) as { value: { conversationId: string } }
        await call('chat.runTool', { ...created.value, serverId: 'odd', tool, arguments: {} })
      }
      await ui.getByRole('tab', { name: 'Log' }).click()
      const lines = ui.getByRole('list', { name: 'Log' }).getByRole('listitem')
      await expect(lines.filter({ hasText: 'notifications/com.example/moved' })).toContainText('Unknown notification')
      const asked = lines.filter({ hasText: 'com.example/ask' })
      await expect(asked).toContainText(era === '2026' ? 'Request, not answered' : 'Unknown request, refused')
      await expect(asked).toContainText('{"question":"why"}')
      await expectAccessible(ui, 'the log with messages that nobody knows')
    },
  )
}
