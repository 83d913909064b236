import type { FrameLocator, Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import type { Parley } from './lib/parley.ts'
import { alternateShells } from './lib/alternateShells.ts'
import { say } from './model/reply.ts'
import type { ScriptedModel } from './model/scriptedModel.ts'
import { composer, message, send } from './screen/chat.ts'
import { startChat } from './screen/startChat.ts'

const html = (code: string): string => `\`\`\`html\n${code}\n\`\`\``
const diagram = (code: string): string => `\`\`\`mermaid\n${code}\n\`\`\``
const previewButton = (of: Locator): Locator => of.getByRole('button', { name: 'Preview', exact: true })
const inside = (of: Locator): FrameLocator => of.frameLocator('iframe[title="Content of the preview"]').frameLocator('iframe')

/** Has the model write these blocks, and returns the page and the answer with them. What the blocks complain about is expected. */
async function answerWith(parley: Parley, model: ScriptedModel, ...blocks: readonly string[]): Promise<readonly [Page, Locator]> {
  parley.expectComplaint(/./)
  const ui = await startChat(parley, model)
  return [ui, await answerIn(ui, model, ...blocks)]
}

async function answerIn(ui: Page, model: ScriptedModel, ...blocks: readonly string[]): Promise<Locator> {
  model.will(say(`${blocks.join('\n\n')}\n\nDone.`))
  await send(ui, 'Show it')
  const answer = message(ui, 'Done.')
  await expect(answer).toBeVisible()
  return answer
}

/** The person goes on: a page that stands still takes no letter. */
async function goesOn(ui: Page): Promise<void> {
  await composer(ui).fill('')
  await composer(ui).pressSequentially('I go on')
  await expect(composer(ui)).toHaveValue('I go on')
}

test('B02: a diagram that never ends is its source with the reason, and the next one is drawn', async ({ parley, model }) => {
  const [ui, answer] = await answerWith(parley, model, diagram('block-beta\n  space:1000000000 a'), diagram('flowchart LR\n  b --> c'))
  await goesOn(ui)
  await expect(answer.getByText('This took too long, so Parley ended it')).toBeVisible()
  await expect(answer.getByText('space:1000000000 a')).toBeVisible()
  await expect(answer.getByRole('img', { name: 'Diagram' })).toHaveCount(1)
})

test('B07: a preview whose script never ends stands still alone: Parley goes on, and so does the next preview', async ({
  parley,
  model,
}) => {
  const endless = '<p>Endless<script>requestAnimationFrame(() => setTimeout(() => { for (;;); }, 100))</script>'
  const [ui, answer] = await answerWith(parley, model, html(endless), html('<p>Another'))
  await previewButton(answer).first().click()
  await expect(answer.getByText('scripts run shut in')).toBeVisible()
  await goesOn(ui)
  await previewButton(answer).click()
  await expect(inside(answer.getByRole('dialog').last()).getByText('Another')).toBeVisible()
  await answer.getByRole('button', { name: 'Close preview' }).first().click()
  await expect(answer.getByRole('dialog')).toHaveCount(1)
})

const floods: Readonly<Record<string, string>> = {
  'many messages': `for (let i = 0; i < 1e5; i++) parent.postMessage(i, '*')`,
  'long messages': `const long = 'x'.repeat(1_900_000); setInterval(() => parent.postMessage(long, '*'), 50)`,
  'messages that are too long': `parent.postMessage('x'.repeat(5e6), '*')`,
  // Reading one of these takes a page seconds.
  'huge messages past its own frame': `const many = Array.from({ length: 2e4 }, (_, i) => ({ i })); setInterval(() => top.postMessage(many, '*'), 10)`,
  'messages from frames deep inside': `const text = '<script>onmessage = ({ data }) => { if (data === 0) { setInterval(() => top.postMessage("x", "*"), 1) } else { const f = document.createElement("iframe"); f.srcdoc = document.documentElement.outerHTML; f.onload = () => f.contentWindow.postMessage(data - 1, "*"); document.body.append(f) } }<' + '/script><body>'; const f = document.createElement('iframe'); f.srcdoc = text; f.onload = () => f.contentWindow.postMessage(20, '*'); document.body.append(f)`,
}

for (const [index, [what, code]] of Object.entries(floods).entries()) {
  test(
    `B07: a preview that sends ${what} is closed, with the reason, and Parley goes on`,
    alternateShells(index),
    async ({ parley, model }) => {
      const [ui, answer] = await answerWith(parley, model, html(`<p>Flood<script>setTimeout(() => { ${code} }, 200)</script>`))
      await previewButton(answer).click()
      await expect(answer.getByText('The preview sent messages without end, so Parley closed it')).toBeVisible()
      await goesOn(ui)
      await expect(answer.getByText('<p>Flood')).toBeVisible()
      await expect(ui.locator('iframe[title="Content of the preview"]')).toHaveCount(0)
    },
  )
}

test('B02: an answer of 100 KB without a space is drawn as text, opens again after a reload, and holds nobody up', async ({
  parley,
  model,
}) => {
  const [ui] = await answerWith(parley, model, '*_'.repeat(50_000), '[a]('.repeat(25_000))
  await goesOn(ui)
  await ui.reload()
  await expect(message(ui, 'Done.')).toBeVisible()
  await goesOn(ui)
})

test('G02: a browser that does not show that it confines gets no byte of a document, but the source with the reason', async ({
  parley,
  model,
}) => {
  parley.expectComplaint(/./)
  const ui = await startChat(parley, model)
  // As in Firefox and Safari, and in a Chromium that reports nothing. A diagram is drawn as soon as it is there.
  await ui.addInitScript(() => Reflect.deleteProperty(window, 'ReportingObserver'))
  const asked: string[] = []
  ui.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const answer = await answerIn(ui, model, html('<p>Mine'), diagram('flowchart LR\n  b --> c'))
  await previewButton(answer).click()
  await expect(answer.getByText('This browser cannot shut a preview in').first()).toBeVisible()
  await expect(answer.getByText('<p>Mine')).toBeVisible()
  // Playwright tells of requests of another process a moment later than the page shows what came of them.
  await expect.poll(() => asked).toContain('/self-test')
  expect(asked.filter((path) => path === '/document')).toEqual([])
})

test('B07: a preview takes neither the keyboard, nor the window, nor its history; it asks, prints and saves nothing', async ({
  parley,
  model,
}) => {
  const attack = `<input id="keys"><p id="state">Waits</p><script>
const tries = [() => alert(1), () => confirm(1), () => prompt(1), () => print(), () => open('https://evil.test/'), () => open('about:blank', '_top'),
  () => { top.location = 'https://evil.test/' }, () => { parent.location = 'https://evil.test/' }, () => top.close(), () => history.back(), () => history.go(-2),
  () => click({ href: 'https://evil.test/', target: '_top' }), () => click({ href: 'https://evil.test/', target: '_blank' }),
  () => click({ href: 'data:text/plain,x', download: 'x.txt' }),
  () => document.documentElement.requestFullscreen(), () => navigator.clipboard.writeText('stolen'), () => Notification.requestPermission(),
  () => navigator.geolocation.getCurrentPosition(() => 0), () => navigator.mediaDevices.getUserMedia({ audio: true }),
  () => { const f = document.createElement('form'); f.action = 'https://evil.test/'; f.target = '_top'; document.body.append(f); f.submit() }]
const click = (props) => { const a = Object.assign(document.createElement('a'), props); document.body.append(a); a.click() }
addEventListener('unhandledrejection', (event) => event.preventDefault())
const steal = setInterval(() => { keys.focus(); window.focus() }, 100)
const attack = () => {
  if (state.textContent === 'Stole') return
  clearInterval(steal)
  state.textContent = 'Stole'
  for (const attempt of tries) try { void attempt() } catch {}
}
addEventListener('focus', attack)
// The desktop gives no focus to a frame that takes it by itself.
setTimeout(attack, 3000)
</script>`
  const [ui, answer] = await answerWith(parley, model, html(attack))
  const seen: string[] = []
  ui.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.type()}`)
    void dialog.dismiss()
  })
  ui.on('download', () => seen.push('download'))
  parley.shell.context.on('page', (page) => seen.push(`page ${page.url()}`))
  await ui.evaluate(() => {
    history.pushState(null, '', '#one')
    history.pushState(null, '', '#two')
  })
  const address = ui.url()
  await previewButton(answer).press('Enter')
  await expect(answer.getByText('scripts run shut in')).toBeVisible()
  await composer(ui).focus()
  await expect(inside(answer).getByText('Stole')).toBeVisible()
  await expect(composer(ui)).toBeFocused()
  await ui.keyboard.type('my password')
  await expect(composer(ui)).toHaveValue('my password')
  await expect(inside(answer).locator('#keys')).toHaveValue('')
  expect([seen, ui.url(), parley.reachedOutside]).toEqual([[], address, []])
})

test('B07: a preview is as large as Parley makes it, whatever it says and however large its document is', async ({ parley, model }) => {
  const attack = `<body style="height:1000000000px"><p>Large<script>
for (const method of ['ui/notifications/size-changed', 'resize']) parent.postMessage({ jsonrpc: '2.0', method, params: { height: 1e9, width: 1e9 }, height: 1e9 }, '*')
parent.postMessage({ parleyFrame: 'message', json: '{"height":1e9}' }, '*')
document.body.append('Said')</script>`
  const [, answer] = await answerWith(parley, model, html('<p>Small'), html(attack))
  await previewButton(answer).first().click()
  const [small, large] = [answer.getByRole('dialog').first(), answer.getByRole('dialog').last()]
  await expect(inside(small).getByText('Small')).toBeVisible()
  const size = await small.boundingBox()
  await previewButton(answer).click()
  await expect(inside(large).getByText('Said')).toBeAttached()
  expect(await large.boundingBox()).toMatchObject({ width: size?.width, height: size?.height })
})

test('B07: two previews cannot read, move or end each other, and what one sends the other is not from Parley', async ({
  parley,
  model,
}) => {
  const victim = `<p>Victim</p><ul id="heard"></ul><script>
onmessage = ({ source, data }) => heard.insertAdjacentHTML('beforeend', '<li>' + (source === parent ? 'Parley' : 'Stranger') + ': ' + data)
try { new BroadcastChannel('c').onmessage = ({ data }) => heard.append('Channel') } catch {}
</script>`
  const attacker = `<p id="got"></p><script>
const found = []
const others = (window, depth) => { for (let i = 0; i < window.length; i++) if (window[i] !== parent && depth < 3) { attack(window[i]); others(window[i], depth + 1) } }
function attack(other) {
  for (const get of [() => other.document.body.textContent, () => other.localStorage.length, () => other.location.href]) try { found.push(get()) } catch {}
  for (const change of [() => { other.location = 'https://evil.test/' }, () => { other.location = 'about:blank' }, () => other.close(), () => { other.name = 'x' }]) try { change() } catch {}
  other.postMessage('hello', '*')
  other.postMessage({ parleyFrame: 'flooded' }, '*')
}
try { new BroadcastChannel('c').postMessage('hello') } catch {}
others(top, 0)
got.textContent = 'Found ' + found.length
</script>`
  const [, answer] = await answerWith(parley, model, html(victim), html(attacker))
  await previewButton(answer).first().click()
  const [first, second] = [answer.getByRole('dialog').first(), answer.getByRole('dialog').last()]
  await expect(inside(first).getByText('Victim')).toBeVisible()
  await previewButton(answer).click()
  await expect(inside(second).getByText('Found 0')).toBeVisible()
  await expect(inside(first).getByText('Stranger: hello')).toBeVisible()
  await expect(inside(first).getByText(/Parley|Channel/)).toHaveCount(0)
  await expect(answer.getByRole('dialog')).toHaveCount(2)
})
