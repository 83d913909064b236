import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startOf } from '../main/transport/processIdentity'
import type { HostRecord } from './singleInstance'
import { requestOneTimeLink } from './requestOneTimeLink'
import { fakePageServer } from './browser/testing/fakePageServer'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-ask-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const starting: HostRecord = { shell: 'browser', pid: process.pid, started: startOf(process.pid) ?? '' }

it('gets a link that lets one browser in', async () => {
  await using server = await fakePageServer()
  const link = await requestOneTimeLink(folder, { ...starting, door: { port: server.port, secret: server.doorSecret } })
  const path = link?.replace(`http://127.0.0.1:${server.port}`, '') ?? ''
  expect([(await server.ask(path)).status, (await server.ask(path)).status]).toEqual([200, 403])
})

it('waits for a host that has just started', async () => {
  await using server = await fakePageServer()
  writeFileSync(join(folder, 'host.json'), JSON.stringify(starting))
  const asked = requestOneTimeLink(folder, starting)
  writeFileSync(join(folder, 'host.json'), JSON.stringify({ ...starting, door: { port: server.port, secret: server.doorSecret } }))
  expect(await asked).toMatch(/\?t=/)
})

it('finds the folder free when the host that was about to end has ended', async () => {
  writeFileSync(join(folder, 'host.json'), JSON.stringify(starting))
  const asked = requestOneTimeLink(folder, starting)
  rmSync(join(folder, 'host.json'))
  expect(await asked).toBeUndefined()
})

it('says so when the window of the desktop shell has the folder', async () => {
  await expect(requestOneTimeLink(folder, { ...starting, shell: 'electron' })).rejects.toMatchObject({
    code: 'CONFLICT',
    reason: 'shell.windowOpen',
    params: { process: String(process.pid) },
  })
})

it('says so when something else answers, or nothing', async () => {
  await using server = await fakePageServer()
  const wrong = { ...starting, door: { port: server.port, secret: 'x'.repeat(43) } }
  await expect(requestOneTimeLink(folder, wrong)).rejects.toMatchObject({
    code: 'CONFLICT',
    reason: 'shell.otherSilent',
  })
})
