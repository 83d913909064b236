import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sampleServer } from '../../shared/testing/sampleServer'
import { resolveRealPaths, pathsToResolve } from './resolveRealPaths'
import { threadCpuMs } from '../../shared/testing/cpuMicros'

function folder(): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), 'parley-paths-')))
  onTestFinished(() => rmSync(made, { recursive: true }))
  mkdirSync(join(made, 'code'))
  mkdirSync(join(made, 'secret', 'deep'), { recursive: true })
  writeFileSync(join(made, 'secret', 'key'), '')
  return made
}
const look = async (path: string) => (await resolveRealPaths(new Set([path]))).get(path)

describe.skipIf(process.platform === 'win32')('lookUpRealPaths', () => {
  it('C17: follows links, also of what is not there yet', async () => {
    const root = folder()
    symlinkSync(join(root, 'secret'), join(root, 'code', 'link'))
    expect(await look(`${root}/code/link/key`)).toEqual([`${root}/secret/key`])
    expect(await look(`${root}/code/link/new/file`)).toEqual([`${root}/secret/new/file`])
    expect(await look(`${root}/code/new`)).toEqual([`${root}/code/new`])
    expect(await look(pathToFileURL(`${root}/code/link/key`).href)).toEqual([`${root}/secret/key`])
  })

  it('takes a step back both ways: before links are followed, and after', async () => {
    const root = folder()
    symlinkSync(join(root, 'secret', 'deep'), join(root, 'code', 'link'))
    expect(await look(`${root}/code/link/../key`)).toEqual([`${root}/code/key`, `${root}/secret/key`])
    expect(await look(`${root}/code/missing/../key`)).toBeUndefined()
    const uris = ['..', '%2e%2E', '.%2e'].map((back) => look(`file://${root}/code/link/${back}/key`))
    expect(await Promise.all(uris)).toEqual([undefined, undefined, undefined])
  })

  it('says nothing of what is another file to every program', async () => {
    expect(await Promise.all(['/proc/self/cwd', '/dev/stdin'].map(look))).toEqual([undefined, undefined])
  })

  it('looks only at what is there of a long path', async () => {
    const root = folder()
    const paths = Array.from({ length: 100 }, (_none, index) => `${root}/code/${index}/${'a/'.repeat(1_000)}`)
    const start = threadCpuMs()
    expect((await resolveRealPaths(new Set(paths))).size).toBe(100)
    expect(threadCpuMs() - start).toBeLessThan(1_000)
  })

  it('says nothing of a link that leads nowhere, of a circle, and of what is no whole path', async () => {
    const root = folder()
    symlinkSync(join(root, 'nowhere'), join(root, 'code', 'dangling'))
    symlinkSync(join(root, 'code', 'round'), join(root, 'code', 'round'))
    const found = await Promise.all([`${root}/code/dangling`, `${root}/code/round/x`, 'code', 'C:\\code', `${root}/%2e%2e/x`].map(look))
    expect(found).toEqual([undefined, undefined, undefined, undefined, undefined])
  })
})

it('looks at the folders of conditions and the paths that they are about, and at nothing else', () => {
  const where = [
    { path: ['to', 'path'], test: 'inFolder' as const, value: '/home' },
    { path: ['all'], test: 'inFolder' as const, value: '/home' },
    { path: ['name'], test: 'is' as const, value: '/etc' },
  ]
  const args = { to: { path: '/home/a' }, all: ['/b', 7, '/c'], name: '/etc', other: '/d' }
  const server = sampleServer('files')
  const rules = [{ subject: { serverId: server.id, tool: 'read', where } }, { subject: { serverId: server.id, tool: 'write', where } }]
  const of = (launch = server.launch, tool = 'read') => [...pathsToResolve(rules, { server: { ...server, launch }, tool, arguments: args })]
  expect([of(), of(server.launch, 'list')]).toEqual([['/home', '/home/a', '/b', '/c'], []])
  const at = (url: string) => of({ kind: 'http', url, headers: {}, transport: 'auto' }).length
  expect(
    ['http://localhost:3000/mcp', 'http://127.0.0.1/', 'http://[::1]:80', 'https://files.example', 'http://127.0.0.1.example'].map(at),
  ).toEqual([4, 4, 4, 0, 0])
})
