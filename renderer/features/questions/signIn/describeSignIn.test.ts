import { expect, it } from 'vitest'
import { anAccount, aPlan } from '../../../testing/sampleAccounts'
import { describeWarning } from './describeSignIn'

it('finds a bare number as a host alarming, but not where it is this computer: programs there have no other name', () => {
  expect(describeWarning('ipAddress', aPlan(anAccount(1), { warnings: ['ipAddress'] })).grave).toBe(true)
  expect(describeWarning('ipAddress', aPlan(anAccount(1), { warnings: ['loopback', 'ipAddress'] })).grave).toBe(false)
})
