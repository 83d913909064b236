import { expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { startExitCode } from './exitCodes'
import { entryUnusable } from './openCliHost'

const id = ServerId.parse('files')
const policy = new AppError('POLICY', { reason: 'servers.twoPolicies', params: { name: 'files', by: ['Atlas IT', 'Dana'] } }).toData()
const wrong = new AppError('INVALID_INPUT', { reason: 'servers.nameHidden' }).toData()

// It was called an entry of servers.json that cannot be read, with the exit code of a wrong command.
it('blames servers.json only for an entry of servers.json', () => {
  const host = { serversFile: '/data/servers.json' }
  const ofPolicy = entryUnusable(host, { id, error: policy, setBy: 'Atlas IT' })
  const own = entryUnusable(host, { id, error: wrong })
  expect([ofPolicy.reason, startExitCode(ofPolicy), JSON.stringify(ofPolicy.params).includes('servers.json')]).toEqual([
    'servers.twoPolicies',
    5,
    false,
  ])
  expect([own.reason, own.params?.['file']]).toEqual(['cli.entryUnusable', '/data/servers.json'])
})
