import { expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import { Database } from '../storage/database'
import { InteractiveServers } from './interactiveServers'

const [old, renamed] = [ServerId.parse('old'), ServerId.parse('renamed')]

it('remembers across starts that a server has asked somebody', () => {
  const database = new Database(':memory:')
  new InteractiveServers(database).remember(old)
  expect(new InteractiveServers(database).has(old)).toBe(true)
  expect(new InteractiveServers(database).has(renamed)).toBe(false)
})

it('forgets a server whose name another program took, and those that are gone', () => {
  const database = new Database(':memory:')
  const asking = new InteractiveServers(database)
  for (const server of [old, renamed]) asking.remember(server)
  asking.forgetServer(old)
  expect([asking.has(old), asking.has(renamed)]).toEqual([false, true])
  asking.keepOnly(new Set([old]))
  expect([asking.has(old), asking.has(renamed), new InteractiveServers(database).has(renamed)]).toEqual([false, false, false])
})

it('knows a renamed server by its new name only, whichever name was looked up before', () => {
  const database = new Database(':memory:')
  const asking = new InteractiveServers(database)
  asking.remember(old)
  expect(asking.has(renamed)).toBe(false)
  asking.renameServer(old, renamed)
  expect([asking.has(old), asking.has(renamed)]).toEqual([false, true])
  const later = new InteractiveServers(database)
  expect([later.has(old), later.has(renamed)]).toEqual([false, true])
})
