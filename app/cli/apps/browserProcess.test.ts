import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../../main/storage/testing/temporaryFolder'
import { AppError } from '../../../shared/errors/appError'
import { startBrowser } from './browserProcess'

const { signal } = new AbortController()

/** A program in place of a browser, and the folder of its profile. */
function fake(script: string) {
  const folder = temporaryFolder()
  const [file, profiles] = [folder.file('browser'), folder.file('profiles')]
  mkdirSync(profiles)
  writeFileSync(file, script)
  chmodSync(file, 0o755)
  return Object.assign(folder, { program: file, profiles, left: () => readdirSync(profiles) })
}

/** Answers everything, as a browser that does nothing. */
const answering = `#!${process.execPath}
const { createReadStream, writeSync } = require('node:fs')
createReadStream('', { fd: 3 }).setEncoding('utf8').on('data', (text) => {
  for (const one of text.split('\\0').filter(Boolean)) writeSync(4, JSON.stringify({ id: JSON.parse(one).id, result: { ok: true } }) + '\\0')
})`

it('starts a browser with a profile of its own, and leaves nothing of it', async () => {
  using browser = fake(answering)
  {
    await using started = await startBrowser(browser.program, [], signal, browser.profiles)
    expect(await started.tools.send('Any.thing', {}, { signal })).toEqual({ ok: true })
    expect(browser.left()).toHaveLength(1)
  }
  expect(browser.left()).toEqual([])
})

it('says what a browser that does not start has said', async () => {
  using browser = fake('#!/bin/sh\necho no sandbox for root >&2\nexit 1\n')
  await expect(startBrowser(browser.program, [], signal, browser.profiles)).rejects.toMatchObject({
    code: 'INTERNAL',
    reason: 'cli.browserEnded',
    said: 'no sandbox for root\n',
  })
  expect(browser.left()).toEqual([])
})

// Catches: Parley waits for as long as a process that the browser left behind holds its pipes.
it('does not wait for what a browser leaves behind', async () => {
  using browser = fake('#!/bin/sh\nsleep 60 &\nexit 1\n')
  await expect(startBrowser(browser.program, [], signal, browser.profiles)).rejects.toMatchObject({ reason: 'cli.browserEnded' })
  expect(browser.left()).toEqual([])
})

it.each(['/no/such/browser', 'a\0b'])('leaves no profile where %j cannot be started', async (file) => {
  using browser = fake('')
  await expect(startBrowser(file, [], signal, browser.profiles)).rejects.toThrow(AppError)
  expect(browser.left()).toEqual([])
})

it('an interrupted start ends the browser and leaves no profile', async () => {
  using browser = fake('#!/bin/sh\nexec sleep 60\n')
  const interrupted = new AbortController()
  const starting = startBrowser(browser.program, [], interrupted.signal, browser.profiles)
  interrupted.abort(new AppError('CANCELLED', { reason: 'cli.interrupted' }))
  await expect(starting).rejects.toMatchObject({ reason: 'cli.interrupted' })
  expect(browser.left()).toEqual([])
})

// Catches: a browser that a script starts, as on Debian, goes on when the script is ended, and writes its profile anew.
it('ends with a script the browser that it has started', async () => {
  using browser = fake(`#!/bin/sh\n"${process.execPath}" "$0.cjs" "$@"\n`)
  const [lives, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await using listening = createServer((socket) => {
    lives.resolve()
    socket.on('close', gone.resolve).on('error', gone.resolve).resume()
  }).listen(browser.file('socket'))
  await once(listening, 'listening')
  const connects = `require('node:net').connect(${JSON.stringify(browser.file('socket'))})`
  writeFileSync(`${browser.program}.cjs`, `${answering.replace(/^.*\n/, '')}\n${connects}`)
  {
    await using _started = await startBrowser(browser.program, [], signal, browser.profiles)
    await lives.promise
  }
  await gone.promise
  expect(browser.left()).toEqual([])
})

// Catches: who presses Ctrl-C twice has a profile in the folder for temporary files from then on.
it('leaves no profile where the process ends at once', async () => {
  using browser = fake(answering)
  const before = new Set(process.listeners('exit'))
  await using _started = await startBrowser(browser.program, [], signal, browser.profiles)
  const [profile = ''] = browser.left()
  for (const listener of process.listeners('exit')) if (!before.has(listener)) listener(130)
  expect([profile === '', existsSync(`${browser.profiles}/${profile}`)]).toEqual([false, false])
})
