import { expect, it } from 'vitest'
import { AppError } from '../../shared/errors/appError'
import { define, faulty, refusingRequests, serverId, testPool } from '../connections/testing/poolFixture'

it('RO-06: a server that asks for folders gets them, and where they cannot be found out, an internal error', async () => {
  let fails = false
  const requests = {
    ...refusingRequests,
    listRoots: async () => {
      if (fails) throw new AppError('INTERNAL', 'The disk cannot be read')
      return [{ uri: 'file:///project', name: 'project' }]
    },
  }
  await using test = testPool([define('asker', faulty('good'))], { deps: { requests } })
  await test.pool.start(serverId('asker'))
  const ask = async () => JSON.stringify((await test.call('asker', 'ask for folders')).content)
  expect(await ask()).toContain('file:///project')
  fails = true
  expect(await ask()).toContain('-32603')
})
