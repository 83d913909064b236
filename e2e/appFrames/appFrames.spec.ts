import { expect, test, type FrameLocator, type Page } from '@playwright/test'
import { alternateShells } from '../lib/alternateShells.ts'
import { launchChromium } from '../double/chromium.ts'
import { longestTaskMs } from './longestTask.ts'
import { Stage, told } from './stage.ts'

interface Evaluated {
  readonly result: { readonly value?: unknown }
}
interface Targets {
  readonly targetInfos: readonly { readonly targetId: string; readonly url: string }[]
}

// A part of Parley in a page of its own, which no shell changes.
test.describe('frames of apps', alternateShells(1), () => {
  let stage: Stage
  test.beforeAll(async () => {
    stage = await Stage.start()
  })
  test.afterAll(() => stage.stop())
  test.beforeEach(async ({ page }) => void (await page.goto(stage.address)))

  const inside = (page: Page, key: string): FrameLocator => page.frameLocator(`iframe[title="App ${key}"]`).frameLocator('iframe')
  const run = (code: string): string => `<!doctype html><body><p>Here<script>${code}</script>`
  const heard = async (page: Page, key: string): Promise<readonly unknown[]> => (await told(page, key)).messages
  const ends = async (page: Page, key: string): Promise<readonly string[]> => (await told(page, key)).ends

  test('AH-08, AH-09: an app keeps its document while it moves and while nobody sees it, and speaks both ways', async ({ page }) => {
    const html = `<!-- first --><!doctype html><html lang="de"><p>Here<script>
let count = 0
onmessage = ({ data, source }) => source === parent && parent.postMessage([++count, data, document.compatMode, document.documentElement.lang, document.scripts.length], '*')
parent.postMessage('ready', '*')</script>`
    await stage.open(page, 'a', html)
    await expect.poll(() => heard(page, 'a')).toEqual(['ready'])
    const say = (text: string) => page.evaluate((data) => window.stage.frames['a']?.post(data), text)
    await say('in its row')
    await page.evaluate(() => window.stage.place('a', 'two'))
    await say('elsewhere')
    await page.evaluate(() => {
      window.stage.leave('a', 'two')
      window.stage.leave('a', 'one')
    })
    await say('unseen')
    await page.evaluate(() => window.stage.place('a', 'one'))
    await expect(inside(page, 'a').getByText('Here')).toBeVisible()
    await expect
      .poll(() => heard(page, 'a'))
      .toEqual(['ready', ...['in its row', 'elsewhere', 'unseen'].map((text, index) => [index + 1, text, 'CSS1Compat', 'de', 1])])
    expect(await ends(page, 'a')).toEqual([])
  })

  test('AP-11: what an app is refused is told by host and counted', async ({ page }) => {
    await stage.open(
      page,
      'a',
      run(`for (let i = 0; i < 3; i++) fetch('https://evil.test/' + i).catch(() => 0)
new Image().src = 'https://pictures.test/x'; document.body.insertAdjacentHTML('beforeend', '<iframe src="https://frames.test/"></iframe>')
try { eval('1') } catch {} new RTCPeerConnection().close(); parent.postMessage('x'.repeat(1_000_000), '*')
parent.postMessage({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: 'x'.repeat(1_000_000) }, '*')
onmessage = ({ data }) => parent.postMessage(data, '*')`),
    )
    const last = async () => new Map((await told(page, 'a')).notices.map((notice) => [JSON.stringify({ ...notice, count: 0 }), notice]))
    await expect
      .poll(async () => [...(await last()).values()])
      .toEqual(
        expect.arrayContaining([
          { kind: 'refused', origin: 'https://evil.test', way: 'connect', count: 3 },
          { kind: 'refused', origin: 'https://pictures.test', way: 'load', count: 1 },
          { kind: 'refused', origin: 'https://frames.test', way: 'frame', count: 1 },
          { kind: 'refusedCode', count: 1 },
          { kind: 'refusedPeer', count: 1 },
          { kind: 'tooLong', count: 2 },
        ]),
      )
    expect(await heard(page, 'a')).toEqual([
      { jsonrpc: '2.0', id: 7, error: { code: -32_600, message: 'The message is over 1,000,000 characters' } },
    ])
  })

  const leaving: Readonly<Record<string, string>> = {
    'loads itself again': 'location.reload()',
    'goes elsewhere': `location.href = 'https://evil.test/'`,
    'goes to a page that it wrote': `location = URL.createObjectURL(new Blob(['<p>Second'], { type: 'text/html' }))`,
  }
  for (const [what, code] of Object.entries(leaving)) {
    test(`B07, L05, L06: an app that ${what} ends`, async ({ page }) => {
      await stage.open(page, 'a', run(`setTimeout(() => { ${code} }, 100)`))
      await expect.poll(() => ends(page, 'a')).toEqual(['left'])
      await expect(page.locator('iframe')).not.toHaveAttribute('src')
    })
  }

  test('an app may change its own address', async ({ page }) => {
    await stage.open(
      page,
      'a',
      run(`location.hash = 'x'; history.pushState(0, '', '/y'); setTimeout(() => parent.postMessage(location.pathname, '*'), 500)`),
    )
    await expect.poll(() => heard(page, 'a')).toEqual(['/y'])
    expect(await ends(page, 'a')).toEqual([])
  })

  test('B07: 10,000 messages in a second do not hold the page up, and an app that never stops is ended', async ({ page }) => {
    await stage.open(page, 'a', run(`setInterval(() => { for (let i = 0; i < 100; i++) parent.postMessage({ i }, '*') }, 10)`))
    await expect.poll(async () => (await heard(page, 'a')).length).toBeGreaterThan(0)
    const longest = await longestTaskMs(page, () => expect.poll(() => ends(page, 'a')).toEqual(['flooded']))
    expect(longest).toBeLessThan(250)
  })

  test('B07: a burst of 2,000 messages arrives whole and in order, and of endless sizes only what the page can take', async ({ page }) => {
    const flood = `for (let i = 0; i < 2000; i++) parent.postMessage(i, '*')
setInterval(() => { for (let i = 0; i < 50; i++) parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { height: i } }, '*') }, 5)`
    await stage.open(page, 'a', run(flood))
    await expect.poll(async () => (await heard(page, 'a')).length, { timeout: 40_000 }).toBeGreaterThan(2_100)
    const numbers = (await heard(page, 'a')).filter((message) => typeof message === 'number')
    expect([numbers.length, numbers.every((number, index) => number === index), await ends(page, 'a')]).toEqual([2_000, true, []])
    const longest = await longestTaskMs(page, () => expect.poll(async () => (await heard(page, 'a')).length).toBeGreaterThan(2_300))
    expect(longest).toBeLessThan(250)
  })

  test('a result of 10 MB reaches an app, and the page goes on', async ({ page }) => {
    await stage.open(
      page,
      'a',
      run(`onmessage = ({ data }) => parent.postMessage(data.text.length, '*'); parent.postMessage('ready', '*')`),
    )
    await expect.poll(() => heard(page, 'a')).toEqual(['ready'])
    await page.evaluate(() => window.stage.frames['a']?.post({ text: 'x'.repeat(10_000_000) }))
    await expect.poll(() => heard(page, 'a')).toEqual(['ready', 10_000_000])
  })

  test('L25: an app of 100 MB is refused before anything of it is kept', async ({ page }) => {
    await expect(stage.open(page, 'a', 'x'.repeat(100_000_000))).rejects.toMatchObject({ code: 'MESSAGE_TOO_LARGE' })
  })

  test('L21, AP-27: an app that spins is silent, then ended, and neither the page nor another app stands still', async ({ page }) => {
    await stage.open(page, 'a', run(`setTimeout(() => { for (;;); }, 300)`))
    await stage.open(page, 'b', run(`onmessage = ({ data }) => parent.postMessage(data, '*')`), {}, 'two')
    await expect.poll(async () => (await told(page, 'a')).silent).toEqual([true])
    await page.evaluate(() => window.stage.frames['b']?.post('still here'))
    await expect.poll(() => heard(page, 'b')).toEqual(['still here'])
    expect(await ends(page, 'a')).toEqual([])
    const longest = await longestTaskMs(page, () => expect.poll(() => ends(page, 'a'), { timeout: 30_000 }).toEqual(['crashed']))
    expect(longest).toBeLessThan(250)
    expect(await ends(page, 'b')).toEqual([])
  })

  // Playwright fails by itself when a process of its page is gone, so it does not look at this page.
  test('L23: an app whose process is gone ends as crashed', async () => {
    const chromium = await launchChromium()
    try {
      const attached = async (targetId: string): Promise<string> => {
        const { sessionId } = await chromium.send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
        return sessionId
      }
      const { targetId } = await chromium.send<{ targetId: string }>('Target.createTarget', { url: stage.address })
      const page = await attached(targetId)
      await expect
        .poll(async () => {
          const { result } = await chromium.send<Evaluated>('Runtime.evaluate', { expression: `typeof window.stage` }, page)
          return result.value
        })
        .toBe('object')
      const expression = `window.stage.open('gone', ${JSON.stringify(stage.opened(run('')))})`
      await chromium.send('Runtime.evaluate', { expression }, page)
      const document = async (): Promise<string | undefined> => {
        const { targetInfos } = await chromium.send<Targets>('Target.getTargets')
        return targetInfos.find(({ url }) => url.endsWith('/document'))?.targetId
      }
      await expect.poll(document).toBeDefined()
      const confined = `window.stage.told.gone.confined`
      await expect
        .poll(async () => (await chromium.send<Evaluated>('Runtime.evaluate', { expression: confined }, page)).result.value)
        .toBe(1)
      void chromium.send('Page.crash', {}, await attached((await document()) ?? '')).catch(() => undefined)
      await expect.poll(() => stage.ended, { timeout: 40_000 }).toContain('gone/crashed')
    } finally {
      await chromium.close()
    }
  })

  test('B07, L14, L22: two apps hear nothing of each other', async ({ page }) => {
    const html = run(`const found = []
const me = Math.random(); let own = 0
try { new BroadcastChannel('c').onmessage = ({ data }) => data === me ? own++ : found.push('channel'); setInterval(() => new BroadcastChannel('c').postMessage(me), 50) } catch {}
// What an app stores is its own: here nobody keeps it.
const store = (kept) => { const mine = kept.getItem('mine'); if (mine !== null && mine !== String(me)) found.push('stored'); kept.setItem('mine', me) }
setInterval(() => { for (const kept of [() => localStorage, () => sessionStorage]) try { store(kept()) } catch {} }, 50)
for (const read of [() => indexedDB.open('x'), () => document.cookie.length, () => caches.keys()]) try { read(); found.push(String(read)) } catch {}
const others = (window, depth) => { for (let i = 0; i < window.length; i++) if (depth < 4) { attack(window[i]); others(window[i], depth + 1) } }
function attack(other) {
  if (other === window || other === parent) return
  for (const get of [() => other.document.body.textContent, () => other.localStorage.length, () => other.location.href]) try { found.push(get()) } catch {}
  for (const change of [() => { other.location = 'https://evil.test/' }, () => other.close()]) try { change() } catch {}
  for (const data of ['parley-reporter', { parleyFrame: 'flooded' }, { parleyFrame: 'notices', notices: [{ kind: 'refusedCode', count: 1 }] }, 'hello']) other.postMessage(data, '*', [new MessageChannel().port1])
}
onmessage = ({ source, data }) => source === parent && found.push(data)
setTimeout(() => others(top, 0), 500); setTimeout(() => parent.postMessage([...found, own > 0], '*'), 1500)`)
    await stage.open(page, 'a', html)
    await stage.open(page, 'b', html, {}, 'two')
    // Beside that, the host is told what it may keep.
    for (const key of ['a', 'b']) await expect.poll(async () => (await heard(page, key)).filter(Array.isArray)).toEqual([[true]])
    expect([await told(page, 'a'), await told(page, 'b')]).toMatchObject([
      { ends: [], notices: [] },
      { ends: [], notices: [] },
    ])
  })

  const thief = (goesOn: boolean): string =>
    run(`document.body.insertAdjacentHTML('beforeend', '<input id="keys">'); const steal = () => { keys.focus(); window.focus() }
${goesOn ? 'setInterval(steal, 50)' : 'setTimeout(steal, 500)'}; keys.oninput = () => parent.postMessage(keys.value, '*')`)

  test('L13: an app that takes the focus by itself gives it back, is hidden until the person wants to see it, and gets no key', async ({
    page,
  }) => {
    await stage.open(page, 'a', thief(false))
    await page.mouse.move(600, 10)
    const field = page.getByLabel('Field')
    await field.focus()
    await expect.poll(async () => (await told(page, 'a')).thefts.length).toBe(1)
    await expect(page.locator('iframe')).toBeHidden()
    await page.keyboard.type('my password', { delay: 20 })
    await expect(field).toHaveValue('my password')
    await expect(field).toBeFocused()
    expect([await heard(page, 'a'), await ends(page, 'a')]).toEqual([[], []])
    await page.evaluate(() => window.stage.frames['a']?.show())
    await expect(page.locator('iframe')).toBeVisible()
  })

  test('L13: an app that goes on taking the focus is ended, and who types goes on', async ({ page }) => {
    await stage.open(page, 'a', thief(true))
    await page.mouse.move(600, 10)
    const field = page.getByLabel('Field')
    await field.focus()
    await expect.poll(() => ends(page, 'a')).toEqual(['stole'])
    await page.keyboard.type('my password', { delay: 20 })
    await expect(field).toHaveValue('my password')
    expect(await heard(page, 'a')).toEqual([])
  })

  test('a press in an app gives it the keyboard, also one that the page does not see', async ({ page }) => {
    await stage.open(
      page,
      'a',
      run(`document.body.insertAdjacentHTML('beforeend', '<input id="keys">'); keys.oninput = () => parent.postMessage(keys.value, '*')`),
    )
    // The person was in the page before, so that the press alone does not make the page active.
    await page.getByLabel('Field').click()
    const keys = inside(page, 'a').locator('#keys')
    // The page takes the focus back at once, and gives it when the app tells of the press. Its way back through the processes of the frames is
    // lost at times (docs/decisions/081): who sees no caret presses again.
    await expect(async () => {
      await keys.click()
      await expect(keys).toBeFocused({ timeout: 3_000 })
    }).toPass()
    await page.keyboard.type('abc')
    await expect.poll(async () => (await heard(page, 'a')).at(-1)).toBe('abc')
    expect((await told(page, 'a')).thefts).toEqual([])
    await expect(page.locator('iframe')).toBeVisible()
    await page.getByLabel('Field').click()
    await page.keyboard.type('mine')
    await expect(page.getByLabel('Field')).toHaveValue('mine')
  })

  test('keys of Parley’s leave an app that has the focus, and an app cannot press them elsewhere', async ({ page }) => {
    await stage.open(
      page,
      'a',
      run(`document.body.insertAdjacentHTML('beforeend', '<input id="keys"><dialog id="own">Own</dialog>')
addEventListener('keydown', (event) => { if (event.key === 'Escape' && own.open) event.preventDefault(); if (event.code === 'KeyK') parent.postMessage('heard K', '*') })`),
    )
    await inside(page, 'a').locator('#keys').click()
    const keys = async () => (await told(page, 'a')).notices
    // Escape is told once the app has had it, which a person does not outrun.
    await page.keyboard.press('Escape')
    await expect.poll(keys).toHaveLength(1)
    for (const key of ['Control+k', 'Control+i', 'k', 'Control+b']) await page.keyboard.press(key)
    await expect.poll(keys).toEqual(['Escape', 'KeyK', 'KeyI'].map((key) => ({ kind: 'key', key })))
    expect(await heard(page, 'a')).toEqual(['heard K'])
    await inside(page, 'a')
      .locator('#own')
      .evaluate((dialog: HTMLDialogElement) => dialog.show())
    await page.keyboard.press('Escape')
    await inside(page, 'a')
      .locator('#own')
      .evaluate((dialog: HTMLDialogElement) => dialog.close())
    await page.keyboard.press('Control+i')
    await expect.poll(async () => (await keys()).length).toBe(4)
  })

  test('the wheel scrolls the page when nothing in the app scrolls any further', async ({ page }) => {
    await stage.open(page, 'a', '<!doctype html><body style="height:400px">Tall')
    await expect(inside(page, 'a').getByText('Tall')).toBeVisible()
    await page.mouse.move(200, 200)
    const scrolled = async (): Promise<number> => (await page.evaluate(() => document.querySelector('#list')?.scrollTop)) ?? 0
    let from = 0
    await expect(async () => {
      // Now and then the browser hands on nothing of an app's wheel until the list has been scrolled or laid out once more, which in a
      // conversation is all the time.
      await page.evaluate((top) => document.querySelector('#list')?.scrollTo({ top }), ++from)
      await page.mouse.wheel(0, 60)
      expect(await scrolled()).toBeGreaterThan(from)
    }).toPass()
  })

  test('L19, AH-14: an app has the camera and the clipboard only with its grant', async ({ page, context }) => {
    await context.grantPermissions(['camera', 'clipboard-write'])
    const html = run(`const said = async (what) => { try { await what(); return 'yes' } catch (error) { return error.name } }
onmessage = async () => parent.postMessage(await Promise.all([said(() => navigator.clipboard.writeText('x')), said(async () => { if (!document.featurePolicy.allowsFeature('camera')) throw new DOMException('', 'NotAllowedError') }), said(async () => { if (!document.featurePolicy.allowsFeature('microphone')) throw new DOMException('', 'NotAllowedError') })]), '*')
parent.postMessage('ready', '*')`)
    await stage.open(page, 'a', html, { permissions: ['camera', 'clipboardWrite'] })
    await stage.open(page, 'b', html, {}, 'two')
    for (const key of ['a', 'b']) {
      await expect.poll(() => heard(page, key)).toEqual(['ready'])
      await inside(page, key).getByText('Here').click()
      await page.evaluate((name) => window.stage.frames[name]?.post(1), key)
    }
    await expect.poll(() => heard(page, 'a')).toEqual(['ready', ['yes', 'yes', 'NotAllowedError']])
    await expect.poll(() => heard(page, 'b')).toEqual(['ready', ['NotAllowedError', 'NotAllowedError', 'NotAllowedError']])
  })
})
