import { describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import type { ServerConfig } from '../../shared/domain/server'
import { sampleServer } from '../../shared/testing/sampleServer'
import { Emitter } from '../lib/emitter'
import { Database } from '../storage/database'
import { ServerLifecycle, type ServerDataOwner } from './serverLifecycle'

function setUp(owner: (database: Database, told: string[]) => ServerDataOwner, isComplete = true) {
  const database = new Database(':memory:')
  database.run('CREATE TABLE kept (server TEXT)')
  database.run('INSERT INTO kept VALUES (?)', 'files')
  const told: string[] = []
  const registry = {
    list: () => ({
      servers: [sampleServer('files')],
      broken: [{ id: ServerId.parse('broken'), error: { code: 'INVALID_INPUT' as const, message: 'no' } }],
    }),
    isComplete: () => isComplete,
    renamed: new Emitter<{ readonly from: ServerId; readonly to: ServerId }>(),
    removed: new Emitter<ServerConfig>(),
  }
  const records = { replaced: new Emitter<ServerId>() }
  const lifecycle = new ServerLifecycle({ registry, records, database, owners: [owner(database, told), owner(database, told)] })
  const kept = () => database.all('SELECT server FROM kept').map(({ server }) => server)
  return { lifecycle, registry, records, told, kept }
}

const rename = { from: ServerId.parse('files'), to: ServerId.parse('mail') }

describe('ServerLifecycle', () => {
  it('undoes a rename for every owner when one of them cannot follow it, and then tells nobody that it is done', () => {
    const { registry, kept, told } = setUp((database, log) => ({
      renameServer: (from, to) => {
        database.run('UPDATE kept SET server = ? WHERE server = ?', to, from)
        if (log.push('renaming') === 2) throw new Error('The disk is full')
      },
      serverRenamed: () => log.push('renamed'),
    }))
    expect(() => registry.renamed.emit(rename)).toThrow('The disk is full')
    expect([kept(), told]).toEqual([['files'], ['renaming', 'renaming']])
  })

  it('tells owners outside of the database only when the new name is on disk', () => {
    const { registry, kept, told } = setUp((database, log) => ({
      renameServer: (from, to) => {
        database.run('UPDATE kept SET server = ? WHERE server = ?', to, from)
        log.push('renaming')
      },
      serverRenamed: (from, to) => log.push(`${from} is ${to}`),
    }))
    registry.renamed.emit(rename)
    expect([kept(), told]).toEqual([['mail'], ['renaming', 'renaming', 'files is mail', 'files is mail']])
  })

  it('tells of a removal and of another program under a name, each owner once', () => {
    const { registry, records, told } = setUp((_database, log) => ({
      serverRemoved: ({ id }) => log.push(`removed ${id}`),
      forgetServer: (id) => log.push(`replaced ${id}`),
    }))
    registry.removed.emit(sampleServer('files'))
    records.replaced.emit(rename.to)
    expect(told).toEqual(['removed files', 'removed files', 'replaced mail', 'replaced mail'])
  })

  it('forgets at a start what is kept of servers that are gone, and not of broken ones', () => {
    const { lifecycle, told } = setUp((_database, log) => ({
      keepOnly: (servers, launches) => log.push(`${[...servers].join()} ${launches.length}`),
    }))
    lifecycle.forgetRemoved()
    expect(told).toEqual(['files,broken 1', 'files,broken 1'])
  })

  it('forgets nothing while the list does not say which servers there are', () => {
    const { lifecycle, told } = setUp((_database, log) => ({ keepOnly: () => log.push('forgot') }), false)
    lifecycle.forgetRemoved()
    expect(told).toEqual([])
  })
})
