import { chmodSync, existsSync, readFileSync, watch, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../storage/testing/temporaryFolder'
import { createLoginShellPath } from './loginShellPath'

const never = new AbortController().signal
const environment = { HOME: '/nonexistent', PATH: '/project/node_modules/.bin:/usr/bin:/npm/node-gyp-bin:/bin' }

function script(path: string, text: string): string {
  writeFileSync(path, `#!/bin/sh\n${text}\n`)
  chmodSync(path, 0o700)
  return path
}

describe('loginShellPath', () => {
  it('asks the login shell, whatever its profile prints, and only once', async () => {
    using folder = temporaryFolder()
    const shell = script(
      folder.file('shell'),
      `echo PATH=/not/this; echo asked >> ${folder.file('asked')}; export PATH=/from/profile:/usr/bin:/bin; /bin/sh -c "$4"; echo PATH=/nor/this`,
    )
    const loginShellPath = createLoginShellPath({ shell, environment })
    expect(await Promise.all([loginShellPath(never), loginShellPath(never)])).toEqual([
      '/from/profile:/usr/bin:/bin',
      '/from/profile:/usr/bin:/bin',
    ])
    await loginShellPath(never)
    expect(readFileSync(folder.file('asked'), 'utf8')).toBe('asked\n')
  })

  // A profile that sets PATH anew (/etc/profile on Debian) would otherwise take away what "PATH=/opt/new:$PATH parley call …" says.
  it('on the command line keeps the PATH of the caller, and adds what only the login shell has', async () => {
    using folder = temporaryFolder()
    const shell = script(folder.file('shell'), `export PATH=/from/profile:/bin:/usr/bin; /bin/sh -c "$4"`)
    const callersPath = createLoginShellPath({
      shell,
      environment: { ...environment, PATH: `/opt/new:${environment.PATH}` },
      ownFirst: true,
    })
    expect(await callersPath(never)).toBe('/opt/new:/usr/bin:/bin:/from/profile')
  })

  it("reads a real shell's profile", async () => {
    using folder = temporaryFolder()
    writeFileSync(folder.file('.bash_profile'), 'echo noise; export PATH="/from/bash profile:$PATH"')
    const loginShellPath = createLoginShellPath({ shell: '/bin/bash', environment: { ...environment, HOME: folder.path } })
    expect(await loginShellPath(never)).toMatch(/^\/from\/bash profile:/)
  })

  it.each([
    ['is not there', (folder: string) => `${folder}/nothing`, 10_000],
    ['fails', (folder: string) => script(`${folder}/shell`, 'exit 3'), 10_000],
    ['says nothing', (folder: string) => script(`${folder}/shell`, 'sleep 60'), 100],
    ['prints without end', (folder: string) => script(`${folder}/shell`, 'yes'), 10_000],
  ])('takes its own PATH, without what npm put there, when the shell %s', async (_how, shell, timeoutMs) => {
    using folder = temporaryFolder()
    const loginShellPath = createLoginShellPath({ shell: shell(folder.path), environment, timeoutMs })
    expect(await loginShellPath(never)).toBe('/usr/bin:/bin')
  })

  it('lets a caller leave while the shell is slow', async () => {
    using folder = temporaryFolder()
    const loginShellPath = createLoginShellPath({ shell: script(folder.file('shell'), 'sleep 60'), environment, timeoutMs: 3_000 })
    const leaving = new AbortController()
    const left = expect(loginShellPath(leaving.signal)).rejects.toThrow('left')
    leaving.abort(new Error('left'))
    const nextTurn = new Promise((resolve) => setImmediate(resolve, 'still waits'))
    expect(await Promise.race([left.then(() => 'has left'), nextTurn])).toBe('has left')
  })

  it('no longer listens once it knows: what a profile left running in the background finds its output closed', async () => {
    using folder = temporaryFolder()
    const [left, ended] = [folder.file('left'), folder.file('ended')]
    // The shell waits until the other process has left its group. Otherwise both would be killed together.
    const noise = `echo > ${left}; while sleep 0.01; /bin/echo noise; do :; done; echo > ${ended}`
    const shell = script(folder.file('shell'), `setsid sh -c '${noise}' & while [ ! -e ${left} ]; do :; done; /bin/sh -c "$4"`)
    const seen = Promise.withResolvers<void>()
    const watcher = watch(folder.path, () => existsSync(ended) && seen.resolve())
    await createLoginShellPath({ shell, environment })(never)
    await seen.promise
    watcher.close()
  })

  it('lets a caller leave at once, and answers the next one', async () => {
    using folder = temporaryFolder()
    const loginShellPath = createLoginShellPath({ shell: script(folder.file('shell'), 'exit 1'), environment })
    await expect(loginShellPath(AbortSignal.abort(new Error('left')))).rejects.toThrow('left')
    expect(await loginShellPath(never)).toBe('/usr/bin:/bin')
  })
})
