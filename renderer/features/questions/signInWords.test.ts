import { expect, it } from 'vitest'
import { anAccount, aPlan } from '../../testing/anAccount'
import { warningWords } from './signInWords'

it('finds a bare number as a host alarming, but not where it is this computer: programs there have no other name', () => {
  expect(warningWords('ipAddress', aPlan(anAccount(1), { warnings: ['ipAddress'] })).grave).toBe(true)
  expect(warningWords('ipAddress', aPlan(anAccount(1), { warnings: ['loopback', 'ipAddress'] })).grave).toBe(false)
})
