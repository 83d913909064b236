import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { callFromPage } from './lib/callFromPage.ts'
import { startCanary } from './lib/canary.ts'
import { fixture, real } from './lib/serverEntries.ts'
import { alternateShells } from './lib/alternateShells.ts'
import { callTools, say } from './model/reply.ts'
import { conversation, message, newChat, send } from './screen/chat.ts'
import { goTo } from './screen/navigation.ts'
import { allowOnce, answer, approval, openFromInbox, visit } from './screen/questions.ts'
import { openServer, server, state, waitUntilReady } from './screen/servers.ts'
import { startChat } from './screen/startChat.ts'

const pwned = (ui: Page): Promise<unknown> => ui.evaluate(() => (window as unknown as { pwned?: unknown }).pwned)

test('B01, G01, G03: nothing that a model writes runs or loads', async ({ parley, model }) => {
  await using canary = await startCanary()
  const ui = await startChat(parley, model)
  const { url } = canary
  model.will(
    say(
      [
        `<img src="${url}/img" onerror="window.pwned=1"> <script>window.pwned=2</script> <svg onload="window.pwned=3"></svg>`,
        `![inline](${url}/inline.png) ![reference][r] <picture><source srcset="${url}/set"></picture>`,
        `<iframe srcdoc="<script>parent.pwned=4</script>"></iframe> <link rel="prefetch" href="${url}/prefetch">`,
        `<style>@import url(${url}/css); body { background: url(${url}/body) }</style> <a ping="${url}/ping" href="#">x</a>`,
        `[r]: ${url}/reference.png`,
        'That was all of it',
      ].join('\n\n'),
    ),
  )
  await send(ui, 'Attack')
  await expect(message(ui, 'That was all of it')).toBeVisible()
  expect(await pwned(ui)).toBeUndefined()
  expect(canary.visits).toEqual([])
  await expect(conversation(ui).locator('img[src^="http"], iframe, script, link, style')).toHaveCount(0)
})

test('B01, G04: nothing that a server writes in any text field runs, loads, or turns the reading direction', async ({ parley, model }) => {
  await using canary = await startCanary()
  const ui = await startChat(parley, model, { hostile: fixture('hostile', canary.url) })
  model.will(callTools({ server: 'hostile', tool: 'lie', arguments: {} }), say('It lied'))
  await send(ui, 'Use it')
  await expect(approval(ui, 'lie')).toContainText('hostile')
  await allowOnce(ui, 'lie')
  await expect(message(ui, 'It lied')).toBeVisible()
  await goTo(ui, 'Servers')
  await openServer(ui, 'hostile')
  for (const tab of await ui.getByRole('tab').all()) await tab.click()
  expect(await pwned(ui)).toBeUndefined()
  expect(canary.visits).toEqual([])
  expect(await ui.evaluate(() => document.body.innerText)).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/)
  expect(await ui.title()).not.toContain('<')
})

test('A04, A05: a link of a chat opens only by a click, only if it is https, http or mailto, and never inside Parley', async ({
  parley,
  model,
}) => {
  const ui = await startChat(parley, model)
  const bad = [
    'calculator://x',
    'file:///etc/passwd',
    'javascript:window.pwned=1',
    'data:text/html,x',
    'vscode://x',
    'ms-msdt:/id',
    'smb://evil/share',
  ]
  model.will(say(`${bad.map((url, index) => `[bad ${index}](${url})`).join(' ')} [good](https://example.invalid/page)\n\nLinks above`))
  await send(ui, 'Links')
  await expect(message(ui, 'Links above')).toBeVisible()
  const hrefs = await conversation(ui)
    .locator('a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(hrefs.filter((href) => href !== null && !/^(https:\/\/example\.invalid|#)/.test(href))).toEqual([])
  for (const index of bad.keys()) {
    for (const words of await conversation(ui).getByText(`bad ${index}`, { exact: true }).all()) await words.click()
  }
  await expect(ui.getByRole('dialog')).toHaveCount(0)
  expect(await pwned(ui)).toBeUndefined()
  const here = ui.url()
  const opened = parley.nextOpenedUrl()
  await conversation(ui).getByText('good', { exact: true }).click()
  await expect(ui.getByRole('dialog')).toContainText('https://example.invalid/page')
  await answer(ui.getByRole('dialog'), 'Open in browser')
  expect(await opened).toBe('https://example.invalid/page')
  expect(ui.url()).toBe(here)
})

test('B06: the page cannot start a command by itself', async ({ parley }) => {
  test.skip(
    parley.kind === 'browser',
    'In the browser shell the page is the person: whoever holds its cookie may add commands (docs/security.md)',
  )
  const ui = await parley.launch()
  await parley.willConfirmCommands(false)
  const witness = join(parley.folder, 'started')
  const launch = { kind: 'stdio', command: process.execPath, args: ['-e', `require('fs').writeFileSync('${witness}', '')`], env: {} }
  const reply = await callFromPage(ui, 'servers.save', JSON.stringify({ id: 'evil', launch }))
  expect(reply).toMatchObject({ ok: false })
  expect(existsSync(witness)).toBe(false)
  expect(existsSync(join(parley.dataDir, 'servers.json')) ? parley.readFile('servers.json') : '').not.toContain('evil')
})

test('B06: calls that the contract does not know are refused, whatever they are called', async ({ parley }) => {
  const ui = await parley.launch()
  for (const name of ['spawn', 'shell.openExternal', '__proto__', 'constructor', 'toString', 'servers.spawn', '']) {
    expect(await callFromPage(ui, name, '{"command":"/bin/sh","args":["-c","true"]}'), name).toMatchObject({ ok: false })
  }
})

test('B07: a frame inside the page has no way to the host, and cannot be loaded from outside', async ({ parley }) => {
  parley.expectComplaint(/Content Security Policy|frame-src|ERR_BLOCKED_BY_CSP/i)
  const ui = await parley.launch()
  const found = await ui.evaluate(async () => {
    const frame = document.createElement('iframe')
    document.body.append(frame)
    const inside = frame.contentWindow as unknown as { host?: unknown; require?: unknown; process?: unknown } | null
    const outside = window as unknown as { require?: unknown; process?: unknown; ipcRenderer?: unknown }
    return [inside?.host, inside?.require, outside.require, outside.process, outside.ipcRenderer].map((thing) => typeof thing)
  })
  expect(new Set(found)).toEqual(new Set(['undefined']))
})

test('B08: a message with __proto__ changes nothing but itself', async ({ parley }) => {
  parley.writeServers({ memory: real('memory') })
  const ui = await parley.launch()
  await waitUntilReady(ui, 'memory')
  const attacks = [
    ['settings.set', '{"__proto__":{"shell":true},"appearance":{"__proto__":{"theme":"dark"}}}'],
    ['servers.start', '{"serverId":"__proto__"}'],
    ['servers.start', '{"serverId":"constructor"}'],
    ['servers.setToolEnabled', '{"serverId":"memory","tools":["__proto__"],"enabled":false,"constructor":{"prototype":{"env":{"X":"1"}}}}'],
    ['servers.readImport', JSON.stringify({ text: '{"mcpServers":{"__proto__":{"command":"sh"},"constructor":{"command":"sh"}}}' })],
  ] as const
  for (const [name, text] of attacks) await callFromPage(ui, name, text)
  expect(await ui.evaluate(() => Object.keys(Object.prototype))).toEqual([])
  await ui.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Servers' }).click()
  await server(ui, 'memory').getByRole('button', { name: 'Restart', exact: true }).click()
  await expect(state(ui, 'memory')).toHaveText('Ready')
})

test('C06: a server sees none of the secrets that Parley itself was started with', async ({ parley, model }) => {
  Object.assign(parley.env, {
    ANTHROPIC_API_KEY: 'sk-ant-of-the-user',
    GITHUB_TOKEN: 'ghp_of_the_user',
    AWS_SECRET_ACCESS_KEY: 'aws-of-the-user',
  })
  const ui = await startChat(parley, model, { everything: { ...real('everything'), env: { DECLARED: 'by the user' } } })
  model.will(callTools({ server: 'everything', tool: 'get-env', arguments: {} }), say('That is its environment'))
  await send(ui, 'What do you see?')
  await allowOnce(ui, 'get-env')
  await expect(message(ui, 'That is its environment')).toBeVisible()
  const seen = JSON.stringify((await model.request(2)).messages.at(-1))
  expect(seen).toContain('by the user')
  expect(seen).not.toMatch(/of-the-user|of_the_user/)
})

test('C15: a server that was added to servers.json between two runs does not start by itself', alternateShells(0), async ({ parley }) => {
  const memory = real('memory')
  parley.writeServers({ memory })
  const first = await parley.launch()
  await waitUntilReady(first, 'memory')
  await parley.quit()
  const pids = join(parley.folder, 'pids')
  parley.writeServers({ memory, planted: fixture('crashing', 'call', pids) })
  const ui = await parley.launch()
  await waitUntilReady(ui, 'memory')
  await expect(state(ui, 'planted')).not.toHaveText('Ready')
  expect(existsSync(pids)).toBe(false)
  await goTo(ui, 'Inbox')
  await expect(ui.getByRole('main')).toContainText('planted')
})

test(
  'C16: a command that was changed between two runs waits, and the dialog shows the old one beside the new one',
  alternateShells(1),
  async ({ parley }) => {
    const pids = join(parley.folder, 'pids')
    parley.writeServers({ memory: real('memory') })
    const first = await parley.launch()
    await waitUntilReady(first, 'memory')
    await parley.quit()
    parley.writeServers({ memory: fixture('crashing', 'call', pids) })
    const ui = await parley.launch()
    await openFromInbox(ui, 'memory')
    const dialog = ui.getByRole('dialog', { name: 'Start “memory”?' })
    await expect(dialog).toContainText('crashing.ts')
    await expect(dialog).toContainText('server-memory')
    expect(existsSync(pids)).toBe(false)
    await answer(dialog, 'Not now')
    await goTo(ui, 'Servers')
    await expect(state(ui, 'memory')).toHaveText('Stopped')
    expect(existsSync(pids)).toBe(false)
  },
)

test('H06: nobody looks at a page to visit before the person opens it', async ({ parley, model }) => {
  await using canary = await startCanary()
  const ui = await startChat(parley, model, { asker: fixture('asksUser') })
  model.will(callTools({ server: 'asker', tool: 'visit', arguments: { url: `${canary.url}/connect` } }), say('Never mind then'))
  await send(ui, 'Connect')
  await allowOnce(ui, 'visit')
  const dialog = visit(ui, 'asker')
  await expect(dialog).toContainText(`${canary.url}/connect`)
  await expect(dialog.getByRole('button', { name: 'Decline' })).toBeEnabled()
  await answer(dialog, 'Decline')
  await expect(message(ui, 'Never mind then')).toBeVisible()
  expect(canary.visits).toEqual([])
})

for (const [kind, url] of [
  'javascript:window.pwned=1',
  'file:///etc/passwd',
  'data:text/html,<script>1</script>',
  'https://user:pass@evil.invalid/',
].entries()) {
  test(`H03, H05: a page at ${url.slice(0, 16)}… cannot be opened at all`, alternateShells(kind), async ({ parley, model }) => {
    const ui = await startChat(parley, model, { asker: fixture('asksUser2026') })
    model.will(callTools({ server: 'asker', tool: 'visit', arguments: { url } }), say('Refused, then'))
    await send(ui, 'Connect')
    await allowOnce(ui, 'visit')
    const dialog = visit(ui, 'asker')
    const ended = message(ui, 'Refused, then')
    await expect(dialog.or(ended).first()).toBeVisible()
    if (await dialog.isVisible()) {
      await expect(dialog.getByRole('button', { name: 'Open in browser' })).toHaveCount(0)
      await answer(dialog, 'Decline')
    }
    await expect(ended).toBeVisible()
    expect(await pwned(ui)).toBeUndefined()
  })
}

test('the page runs under a policy that lets nothing foreign in', async ({ parley, model }) => {
  parley.expectComplaint(/Content Security Policy|violates/i)
  parley.useModel(model)
  const ui = await parley.launch()
  await newChat(ui)
  const refused = await ui.evaluate(async () => {
    const script = document.createElement('script')
    script.textContent = 'window.pwned = 1'
    document.head.append(script)
    const style = document.createElement('style')
    style.textContent = 'body { color: rgb(1, 2, 3) }'
    document.head.append(style)
    const fetched = await fetch('http://127.0.0.1:9/').then(
      () => 'fetched',
      () => 'refused',
    )
    return { pwned: (window as unknown as { pwned?: unknown }).pwned, colour: getComputedStyle(document.body).color, fetched }
  })
  expect(refused.pwned).toBeUndefined()
  expect(refused.colour).not.toBe('rgb(1, 2, 3)')
  expect(refused.fetched).toBe('refused')
})
