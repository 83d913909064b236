import { expect, it } from 'vitest'
import { unsafePosix, writersInList, type PosixEntry } from './posixPermissions'

const folder = (change: Partial<PosixEntry> = {}): PosixEntry => ({ kind: 'folder', uid: 0, gid: 0, mode: 0o755, ...change })
const file = (change: Partial<PosixEntry> = {}): PosixEntry => ({ kind: 'file', uid: 0, gid: 0, mode: 0o644, ...change })
const link = (to: string, uid = 0) => ({ entry: { kind: 'link', uid, gid: 0, mode: 0o777 } satisfies PosixEntry, to })

type Tree = Readonly<Record<string, PosixEntry | ReturnType<typeof link>>>

const usual: Tree = { '/': folder(), '/etc': folder(), '/etc/parley': folder(), '/etc/parley/policy.json': file() }

function judge(change: Tree, options: { readonly adminGroup?: number; readonly writers?: Readonly<Record<string, string>> } = {}) {
  const tree: Tree = { ...usual, ...change }
  const at = (path: string) => {
    const found = tree[path]
    if (!found) throw new Error(`ENOENT ${path}`)
    return found
  }
  return unsafePosix('/etc/parley/policy.json', {
    lstat: async (path) => {
      const found = at(path)
      return 'entry' in found ? found.entry : found
    },
    readlink: async (path) => {
      const found = at(path)
      return 'to' in found ? found.to : ''
    },
    writersBeside: async (path) => (options.writers?.[path] === undefined ? [] : [options.writers[path]]),
    adminGroup: options.adminGroup,
  })
}

it('a file of root in folders of root is safe', async () => {
  expect(await judge({})).toBeUndefined()
})

it.each<readonly [what: string, change: Tree, fault: string, path: string]>([
  ['belongs to somebody else', { '/etc/parley/policy.json': file({ uid: 1000 }) }, 'notRoot', '/etc/parley/policy.json'],
  ['may be written by all', { '/etc/parley/policy.json': file({ mode: 0o646 }) }, 'everybody', '/etc/parley/policy.json'],
  ['may be written by a group', { '/etc/parley/policy.json': file({ mode: 0o664 }) }, 'group', '/etc/parley/policy.json'],
  ['lies in a folder of somebody else', { '/etc/parley': folder({ uid: 1000 }) }, 'notRoot', '/etc/parley'],
  ['lies in a folder where all may write', { '/etc/parley': folder({ mode: 0o1777 }) }, 'everybody', '/etc/parley'],
  ['lies below such a folder', { '/etc': folder({ mode: 0o777 }) }, 'everybody', '/etc'],
  ['is a folder', { '/etc/parley/policy.json': folder() }, 'noFile', '/etc/parley/policy.json'],
  ['is a pipe', { '/etc/parley/policy.json': file({ kind: 'other' }) }, 'noFile', '/etc/parley/policy.json'],
  [
    'is a link into a home',
    { '/etc/parley/policy.json': link('/home/dana/p.json'), '/home': folder(), '/home/dana': folder({ uid: 1000 }) },
    'notRoot',
    '/home/dana',
  ],
  [
    'is a link over a link that somebody could change',
    {
      '/etc/parley/policy.json': link('/tmp/next'),
      '/tmp': folder({ mode: 0o1777 }),
      '/tmp/next': link('/etc/real.json', 1000),
      '/etc/real.json': file(),
    },
    'everybody',
    '/tmp',
  ],
  [
    'is a link of somebody else',
    { '/etc/parley/policy.json': link('/etc/real.json', 1000), '/etc/real.json': file() },
    'notRoot',
    '/etc/parley/policy.json',
  ],
  ['is a link to itself', { '/etc/parley/policy.json': link('policy.json') }, 'circle', '/etc/parley/policy.json'],
])('P06: a file that %s is not', async (_what, change, fault, path) => {
  expect(await judge(change)).toEqual({ id: `policy.unsafe.${fault}`, params: { path } })
})

it('links of root, also relative ones, are followed', async () => {
  expect(
    await judge({ '/etc/parley/policy.json': link('../real/./p.json'), '/etc/real': folder(), '/etc/real/p.json': file() }),
  ).toBeUndefined()
  expect(
    await judge({ '/etc/parley': link('/opt/atlas'), '/opt': folder(), '/opt/atlas': folder(), '/opt/atlas/policy.json': file() }),
  ).toBeUndefined()
})

it('the group of administrators may write, and an access list beside the mode counts', async () => {
  const byGroup = { '/etc': folder({ gid: 80, mode: 0o775 }) }
  expect([await judge(byGroup), await judge(byGroup, { adminGroup: 80 })]).toEqual([
    { id: 'policy.unsafe.group', params: { path: '/etc' } },
    undefined,
  ])
  const who = '0: user:dana allow add_file'
  expect(await judge({}, { writers: { '/etc/parley': who } })).toEqual({ id: 'policy.unsafe.others', params: { path: '/etc/parley', who } })
})

it('what cannot be looked at is not taken for safe', async () => {
  await expect(judge({ '/etc/parley/policy.json': link('/gone') })).rejects.toThrow('ENOENT')
})

it('reads who may write from a listing of macOS', () => {
  const listing = `drwxr-xr-x+ 3 root  wheel  96 Nov 22 08:00 /x
 0: group:everyone deny delete
 1: user:dana inherited allow list,add_file,search
 2: group:staff allow read,execute
 3: user:root allow write
 4: group:admin allow write`
  expect(writersInList(listing)).toEqual(['1: user:dana inherited allow list,add_file,search'])
})
