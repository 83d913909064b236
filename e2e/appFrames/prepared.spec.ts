import { expect, test, type Page } from '@playwright/test'
import { alternateShells } from '../lib/alternateShells.ts'
import { failingSelfTest, Stage, told } from './stage.ts'

/** Says what the document can reach. */
const html = `<!doctype html><p>Here<script>
const tries = [fetch('https://evil.test/'), fetch('/document')].map((asked) => asked.then(() => 'reached', () => 'refused'))
try { new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:9' }] }).createDataChannel('x'); tries.push('made') } catch { tries.push('refused') }
try { parent.parent.document; tries.push('read') } catch { tries.push('refused') }
Promise.all(tries).then((how) => parent.postMessage([...how, origin], '*'))</script>`

const take = (page: Page) => page.evaluate(() => window.stage.take())

test.describe('frames that are ready before there is an app', alternateShells(1), () => {
  let stage: Stage
  test.beforeEach(async ({ page }) => {
    stage = await Stage.start()
    await page.goto(stage.address)
  })
  test.afterEach(() => stage.stop())

  // Catches: a frame that was ready is loaded anew, shows the test in place of the app, or holds the app less than a frame of its own.
  test('AH-06: an app runs in the one that passed its test, as shut in as in a frame of its own', async ({ page }) => {
    const prepared = stage.prepared()
    await page.evaluate((opened) => window.stage.prepare(opened), prepared)
    await expect.poll(() => take(page)).toBe(prepared.origin)
    await page.evaluate((opened) => window.stage.openTaken('ready', opened), stage.openedIn(prepared.origin, html))
    await stage.open(page, 'own', html, {}, 'two')
    const frame = page.frameLocator('iframe[title="App ready"]').frameLocator('iframe')
    await expect(frame.getByText('Here')).toBeVisible()
    await expect.poll(async () => (await told(page, 'ready')).messages.length).toBe(1)
    await expect.poll(async () => (await told(page, 'own')).messages.length).toBe(1)
    const [ready, own] = [await told(page, 'ready'), await told(page, 'own')]
    expect(ready.messages).toEqual(own.messages)
    expect([ready.messages[0], ready.confined, ready.ends]).toEqual([expect.arrayContaining(['refused', 'null']), 1, []])
    expect(page.frames().filter((each) => each.url().startsWith(prepared.origin))).toHaveLength(2)
  })

  // Catches: an app that is shown at once hears no press: what held its frame back while nobody saw it stays in its document for good.
  test('an app that gets it and is shown at once is pressed like any other', async ({ page }) => {
    const pressed = `<!doctype html><button onclick="parent.postMessage('pressed', '*')">Press</button><script>parent.postMessage('ready', '*')</script>`
    for (let turn = 0; turn < 6; turn++) {
      const prepared = stage.prepared()
      await page.evaluate((opened) => window.stage.prepare(opened), prepared)
      await expect.poll(() => take(page)).toBe(prepared.origin)
      await page.evaluate((opened) => window.stage.openTaken('ready', opened), stage.openedIn(prepared.origin, pressed))
      await expect.poll(async () => (await told(page, 'ready')).messages).toEqual(['ready'])
      await page.frameLocator('iframe[title="App ready"]').frameLocator('iframe').getByRole('button', { name: 'Press' }).click()
      await expect.poll(async () => (await told(page, 'ready')).messages).toEqual(['ready', 'pressed'])
    }
  })

  // Catches: the app of the next call waits twenty seconds for a frame whose process is gone.
  test('one whose process has ended is no app’s', async ({ page }) => {
    const prepared = stage.prepared()
    await page.evaluate((opened) => window.stage.prepare(opened), prepared)
    await expect.poll(() => page.frames().filter((each) => each.url().startsWith(prepared.origin)).length).toBe(2)
    // What ends a process also takes its answers: here its document is gone.
    await page.evaluate(() => document.querySelector('iframe')?.setAttribute('src', 'about:blank'))
    await expect.poll(() => page.frames().filter((each) => each.url().startsWith(prepared.origin)).length).toBe(0)
    expect(await take(page)).toBeUndefined()
    await expect(page.locator('iframe')).toHaveCount(0)
  })
})

test('a browser that shuts nothing in prepares no frame', async ({ page }) => {
  const stage = await Stage.start(failingSelfTest)
  await page.goto(stage.address)
  const begun = await page.evaluate(async (opened) => {
    window.stage.prepare(opened)
    await new Promise((resolve) => setTimeout(resolve))
    return document.querySelectorAll('iframe').length
  }, stage.prepared())
  expect(begun).toBe(1)
  await expect(page.locator('iframe')).toHaveCount(0)
  await page.evaluate((opened) => window.stage.prepare(opened), stage.prepared())
  expect(await take(page)).toBeUndefined()
  await expect(page.locator('iframe')).toHaveCount(0)
  stage.stop()
})
