import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '../fixtures.ts'
import { fixture, withParley } from '../lib/serverEntries.ts'
import { runParley } from './runParley.ts'

/** As for the tests themselves: the one that they were started with, else one of this computer. Root may start none with its sandbox. */
const browser = {
  ...(process.env['CHROMIUM_PATH'] && { CHROMIUM_PATH: process.env['CHROMIUM_PATH'] }),
  ...(process.getuid?.() === 0 && { PARLEY_BROWSER_SANDBOX: 'off' }),
}

interface Checked {
  readonly ok: boolean
  readonly apps: readonly { readonly uri: string; readonly ok: boolean; readonly faults: readonly { readonly code: string }[] }[]
}

test('app check finds nothing wrong with a good app, and says so in words and as JSON', async ({ parley }) => {
  Object.assign(parley.env, browser)
  parley.writeServers({ good: fixture('checkedApps', 'good') })
  const words = await runParley(parley, ['app', 'check', 'good'])
  expect([words.out, words.code]).toEqual(['ok  ui://checked/fine (show_fine)\n', 0])
  const { out, code } = await runParley(parley, ['app', 'check', 'good', '--json'])
  expect([JSON.parse(out), code]).toEqual([
    { server: 'good', ok: true, hostsNotAsked: 0, apps: [{ uri: 'ui://checked/fine', tools: ['show_fine'], ok: true, faults: [] }] },
    0,
  ])
})

// Catches: an app with which something is wrong passes, or the fault of one is told of another one.
test('app check says of each broken app what is wrong with it', async ({ parley }) => {
  // One that never says that it is ready is waited for as long as in the window.
  test.setTimeout(120_000)
  Object.assign(parley.env, browser)
  parley.writeServers({ broken: fixture('checkedApps', 'broken') })
  const { out, code } = await runParley(parley, ['app', 'check', 'broken', '--json'])
  const { ok, apps } = JSON.parse(out) as Checked
  expect([ok, code]).toEqual([false, 1])
  const faults = Object.fromEntries(apps.map((app) => [app.uri.replace('ui://checked/', ''), app.faults]))
  expect(faults).toEqual({
    plain: [{ code: 'mimeType', params: {} }],
    gone: [{ code: 'resource', error: expect.objectContaining({ code: expect.any(String) }) }],
    silent: [
      { code: 'script', params: { error: 'TypeError: the board is not there' } },
      { code: 'notInitialized', why: 'noInitialize', params: {} },
    ],
    loud: [{ code: 'output', params: {} }],
    half: [
      { code: 'initialize', params: { missing: ['appInfo.version', 'appCapabilities'] } },
      { code: 'notInitialized', why: 'noInitialized', params: {} },
    ],
    sloppy: [
      { code: 'declarations', params: { count: 1 } },
      { code: 'csp', why: 'host', params: { origin: 'https://undeclared.example', field: 'connectDomains' } },
      { code: 'unreachable', params: { origin: 'https://declared.invalid' } },
      { code: 'message', params: { count: 1 } },
      { code: 'request', params: { method: 'ui/request-display-mode', code: '-32602' } },
      { code: 'noSize', params: {} },
    ],
  })
})

test('app check without a browser, without apps, or used wrongly says what to do', async ({ parley }) => {
  parley.writeServers({ good: fixture('checkedApps', 'good'), none: fixture('checkedApps', 'none') })
  Object.assign(parley.env, browser)
  const none = await runParley(parley, ['app', 'check', 'none'])
  expect([none.code, none.err]).toEqual([4, expect.stringContaining('“none” has no apps')])
  expect((await runParley(parley, ['app', 'check'])).code).toBe(2)
  expect((await runParley(parley, ['app', 'mend', 'good'])).code).toBe(2)
  parley.env['CHROMIUM_PATH'] = '/no/such/browser'
  const missing = await runParley(parley, ['app', 'check', 'good'])
  expect([missing.code, missing.err]).toEqual([4, expect.stringContaining('name its program in CHROMIUM_PATH')])
})

// Catches: a check runs apps, with all that they declare, though an admin or the person switched the apps of their server off.
test('app check runs no app of a server whose apps are switched off', async ({ parley }) => {
  Object.assign(parley.env, browser)
  const off = { extensions: { 'io.modelcontextprotocol/ui': false } }
  parley.writeServers({ good: fixture('checkedApps', 'good'), off: withParley(fixture('checkedApps', 'good'), off) })
  const byEntry = await runParley(parley, ['app', 'check', 'off', '--json'])
  expect([JSON.parse(byEntry.out), byEntry.code]).toEqual([{ error: expect.objectContaining({ code: 'POLICY', reason: 'apps.off' }) }, 5])
  const policy = join(parley.folder, 'company.policy.json')
  writeFileSync(policy, JSON.stringify({ name: 'Atlas IT', servers: { extensions: { deny: ['io.modelcontextprotocol/ui'] } } }))
  const byPolicy = await runParley(parley, ['app', 'check', 'good', '--json', '--policy', policy])
  expect([JSON.parse(byPolicy.out), byPolicy.code]).toEqual([
    { error: expect.objectContaining({ code: 'POLICY', reason: 'policy.apps' }) },
    5,
  ])
})
