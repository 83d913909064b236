import { expect, test, type Page } from '@playwright/test'
import { alternateShells } from '../lib/alternateShells.ts'
import { failingSelfTest, Stage, told } from './stage.ts'

test.describe('apps in a browser that cannot shut them in', alternateShells(1), () => {
  let stage: Stage
  test.beforeAll(async () => {
    stage = await Stage.start(failingSelfTest)
  })
  test.afterAll(() => stage.stop())
  test.beforeEach(async ({ page }) => void (await page.goto(stage.address)))

  /** Runs in the app: says what its policy lets it do. */
  const html = `<!doctype html><p>Here<script>
const tries = [fetch('/self-test'), fetch('https://evil.test/')].map((asked) => asked.then(() => 'reached', () => 'refused'))
try { eval('1'); tries.push('ran') } catch { tries.push('refused') }
try { localStorage; parent.parent.document; tries.push('read') } catch { tries.push('refused') }
Promise.all(tries).then((how) => parent.postMessage([...how, origin], '*'))</script>`
  const open = (page: Page, unprotected: boolean) =>
    page.evaluate((opened) => window.stage.open('a', opened), stage.opened(html, {}, unprotected))

  test('L07: nothing of an app is loaded that nobody let run', async ({ page }) => {
    await open(page, false)
    await expect.poll(async () => (await told(page, 'a')).ends).toEqual(['unconfined'])
    expect(await told(page, 'a')).toMatchObject({ confined: 0, unprotected: 0, messages: [] })
  })

  test('L07: an app that a person lets run is told as not protected, and its content security policy still holds', async ({ page }) => {
    await open(page, true)
    await expect.poll(async () => (await told(page, 'a')).messages).toEqual([['refused', 'refused', 'refused', 'refused', 'null']])
    const { confined, unprotected, ends, notices } = await told(page, 'a')
    expect({ confined, unprotected, ends }).toEqual({ confined: 0, unprotected: 1, ends: [] })
    await expect
      .poll(async () => (await told(page, 'a')).notices, `at first ${notices.length}`)
      .toContainEqual(expect.objectContaining({ kind: 'refused', origin: 'https://evil.test' }))
  })
})

test.describe('apps in a browser that can', alternateShells(1), () => {
  test('an app that a person lets run without protection has it all the same', async ({ page }) => {
    const stage = await Stage.start()
    await page.goto(stage.address)
    await page.evaluate((opened) => window.stage.open('a', opened), stage.opened('<!doctype html><p>Here', {}, true))
    await expect.poll(async () => (await told(page, 'a')).confined).toBe(1)
    expect(await told(page, 'a')).toMatchObject({ unprotected: 0, ends: [] })
    stage.stop()
  })
})
