import { describe, expect, it } from 'vitest'
import type { StdioLaunch } from '../../shared/domain/server'
import { dataFolder, id } from './testing/dataFolder'

const launch = (command: string): StdioLaunch => ({ kind: 'stdio', command, args: [], env: {} })

describe('LaunchRecords', () => {
  it('tells when another program answers to a name: a new server, one that was swapped, but not one that the user edits, renames or restores', () => {
    using folder = dataFolder()
    folder.write({ a: { command: 'a' } })
    using servers = folder.open()
    const { records, registry } = servers
    const told: string[] = []
    records.replaced.subscribe((serverId) => told.push(serverId))
    registry.save({ previousId: id('a'), id: id('a'), launch: launch('edited') })
    registry.save({ previousId: id('a'), id: id('b'), launch: launch('renamed') })
    registry.restore(registry.remove(id('b')))
    records.approve(id('b'), launch('renamed'))
    expect(told).toEqual([])
    registry.save({ id: id('new'), launch: launch('new') })
    records.approve(id('b'), launch('swapped'))
    registry.remove(id('new'))
    registry.save({ id: id('new'), launch: launch('new') })
    expect(told).toEqual(['new', 'b', 'new'])
  })

  // Catches: rules, pins and trust of a server went when the secret that it is signed in to with changed.
  it('takes the same launch with another way to sign in for the same program, and asks about what more is sent alone', () => {
    using folder = dataFolder()
    const far = { kind: 'http', url: 'https://far.test/mcp', headers: {}, transport: 'auto' } as const
    const [one, two] = ['one', 'two'].map((secret) => ({ kind: 'client', clientId: 'c', clientSecret: { secret } }) as const)
    folder.write({ far: { url: far.url } })
    using servers = folder.open()
    const { records, registry } = servers
    registry.setTrusted(id('far'), true)
    const told: string[] = []
    records.replaced.subscribe((serverId) => told.push(serverId))
    expect([records.approved(id('far'), far), records.approved(id('far'), far, one)]).toEqual([true, false])
    records.approve(id('far'), far, { auth: one })
    expect([undefined, one, two].map((auth) => records.approved(id('far'), far, auth))).toEqual([true, true, false])
    expect([told, records.trusted(id('far'))]).toEqual([[], true])
    records.approve(id('far'), { ...far, url: 'https://other.test/mcp' }, { auth: one })
    expect([told, records.trusted(id('far'))]).toEqual([['far'], false])
  })

  it('"Believe" ends with a launch that another program put in, also where the user edits that, or has approved none before', () => {
    using folder = dataFolder()
    folder.write({ a: { command: 'a' }, b: { command: 'b' } })
    {
      using servers = folder.open()
      servers.registry.setTrusted(id('a'), true)
      servers.registry.save({ previousId: id('a'), id: id('a'), launch: launch('mine') })
      expect(servers.records.trusted(id('a'))).toBe(true)
    }
    folder.write({ a: { command: 'another' }, late: { command: 'late' } })
    using servers = folder.open()
    const { records, registry } = servers
    const told: string[] = []
    records.replaced.subscribe((serverId) => told.push(serverId))
    registry.save({ previousId: id('a'), id: id('a'), launch: launch('another, edited') })
    registry.setTrusted(id('late'), true)
    records.approve(id('late'), launch('late'))
    // Its entry went by another hand, so what is added now is no edit of it.
    records.setTrusted(id('b'), true)
    registry.save({ id: id('b'), launch: launch('other') })
    expect(['a', 'late', 'b'].map((name) => records.trusted(id(name)))).toEqual([false, false, false])
    expect(told).toEqual(['a', 'late', 'b'])
  })
})
