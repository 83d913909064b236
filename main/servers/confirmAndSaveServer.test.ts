import { describe, expect, it } from 'vitest'
import type { Launch } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { sampleServer } from '../../shared/testing/sampleServer'
import { createConfirmAndSaveServer } from './confirmAndSaveServer'
import { dataFolder, id } from './testing/dataFolder'

const never = new AbortController().signal
const launch: Launch = { kind: 'stdio', command: 'npx', args: ['pkg'], env: {} }

describe('submitServerForm', () => {
  it('shows a new or changed command outside of the page first, and keeps nothing when it is refused', async () => {
    using folder = dataFolder()
    using servers = folder.open()
    const shown: unknown[] = []
    let answer = false
    const save = createConfirmAndSaveServer({
      ...servers,
      confirmCommand: async (serverId, wanted) => {
        shown.push([serverId, wanted])
        return answer
      },
    })
    await expect(save({ id: id('a'), launch }, never)).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(servers.registry.list().servers).toEqual([])
    answer = true
    await save({ id: id('a'), launch }, never)
    await save({ previousId: id('a'), id: id('b'), launch }, never)
    await save({ previousId: id('b'), id: id('b'), launch: { ...launch, args: ['other'] } }, never)
    await save({ id: id('far'), launch: { kind: 'http', url: 'https://a.test', headers: {}, transport: 'auto' } }, never)
    expect(shown).toEqual([
      ['a', launch],
      ['a', launch],
      ['b', { ...launch, args: ['other'] }],
    ])
    expect(servers.registry.list().servers.map((server) => server.id)).toEqual(['b', 'far'])
  })

  it('B06: shows an address that a secret would be sent to outside of the page too', async () => {
    using folder = dataFolder()
    using servers = folder.open()
    const save = createConfirmAndSaveServer({ ...servers, confirmCommand: () => Promise.resolve(false) })
    const thief: Launch = { kind: 'http', url: 'https://evil.test', headers: { X: { secret: 'claude-api-key' } }, transport: 'auto' }
    await expect(save({ id: id('a'), launch: thief }, never)).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(servers.registry.list().servers).toEqual([])
  })

  it('B06: asks about a secret that goes to sign in, and writes and approves what was confirmed, not what the file says by then', async () => {
    using folder = dataFolder()
    const far = { kind: 'http', url: 'https://far.test/mcp', headers: {}, transport: 'auto' } as const
    const [seen, late] = ['seen', 'late'].map((secret) => ({ kind: 'client', clientId: 'c', clientSecret: { secret } }) as const)
    folder.open()[Symbol.dispose]()
    folder.write({ far: { url: far.url, parley: { auth: seen } } })
    using servers = folder.open()
    const save = createConfirmAndSaveServer({
      ...servers,
      confirmCommand: async (_id, _launch, _file, auth) => {
        expect(auth).toEqual(seen)
        folder.write({ far: { url: far.url, parley: { auth: late } } })
        return true
      },
    })
    await save({ previousId: id('far'), id: id('far'), launch: far }, never)
    expect(servers.registry.get(id('far')).auth).toEqual(seen)
    expect([seen, late].map((auth) => servers.records.approved(id('far'), far, auth))).toEqual([true, false])
  })

  // Catches: what an entry says of signing in, and a policy replaces, was agreed to by a dialog that did not show it.
  it('B06: agrees to nothing of an entry that a policy replaces', async () => {
    using folder = dataFolder()
    using servers = folder.open()
    const launch: Launch = { kind: 'http', url: 'https://far.test/mcp', headers: { X: { secret: 'x' } }, transport: 'auto' }
    const entryAuth = { kind: 'person', clientId: 'x', clientSecret: { secret: 'github' } } as const
    const saved: unknown[] = []
    const fixed = {
      ...sampleServer('far', { launch, auth: { kind: 'person', clientId: 'given' } }),
      entryAuth,
      adminsClient: true as const,
    }
    const registry = { list: () => ({ servers: [fixed], broken: [] }), save: (input: unknown) => void saved.push(input) }
    const save = createConfirmAndSaveServer({ registry: registry as never, records: servers.records, confirmCommand: async () => true })
    await save({ previousId: id('far'), id: id('far'), launch }, never)
    expect(saved).toEqual([{ previousId: 'far', id: 'far', launch }])
  })

  // Catches: in the browser, where no dialog is shown outside of the page, a new name approved a secret that the file had come to send.
  it('B06: a rename approves nothing that another program wrote about signing in', async () => {
    using folder = dataFolder()
    const far = { kind: 'http', url: 'https://far.test/mcp', headers: {}, transport: 'auto' } as const
    const auth = { kind: 'workload', tokenFile: '/home/dana/key' } as const
    folder.write({ far: { url: far.url } })
    folder.open()[Symbol.dispose]()
    folder.write({ far: { url: far.url, parley: { auth } } })
    using servers = folder.open()
    await createConfirmAndSaveServer({ ...servers, confirmCommand: undefined })(
      { previousId: id('far'), id: id('new'), launch: far },
      never,
    )
    expect([servers.registry.get(id('new')).auth, servers.records.approved(id('new'), far, auth)]).toEqual([auth, false])
  })

  it('saves at once where the page is the person', async () => {
    using folder = dataFolder()
    using servers = folder.open()
    await createConfirmAndSaveServer({ ...servers, confirmCommand: undefined })({ id: id('a'), launch }, never)
    expect(servers.registry.get(id('a')).launch).toEqual(launch)
  })

  it('asks nobody about a server that a policy does not allow', async () => {
    using folder = dataFolder()
    using servers = folder.open()
    const save = createConfirmAndSaveServer({
      ...servers,
      confirmCommand: () => Promise.reject(new Error('it was shown')),
      mayHave: () => Promise.reject(new AppError('POLICY', 'Atlas IT does not allow npx')),
    })
    await expect(save({ id: id('a'), launch }, never)).rejects.toMatchObject({ code: 'POLICY' })
  })
})
