import { describe, expect, it } from 'vitest'
import type { Launch } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
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
