import { expect, it } from 'vitest'
import type { Account } from '../../../shared/domain/account'
import { AccountId, ServerId } from '../../../shared/domain/ids'
import { accountChoices, accountToChoose, type ChoosingAccounts } from './accountChoices'

const linear = ServerId.parse('Linear')
const idOf = (n: number): AccountId => AccountId.parse(`5f0f3a4e-6f9b-4c53-9d4f-00000000000${n}`)
const [first, work, home] = [idOf(1), idOf(2), idOf(3)] as const
const account = (accountId: AccountId, isDefault: boolean): Account => ({
  accountId,
  serverId: linear,
  label: '',
  isDefault,
  by: 'person',
  state: 'signedIn',
  scopes: [],
  renews: false,
  keyBound: false,
})
const accounts = [account(first, true), account(work, false), account(home, false)]
const choose = (choosing: ChoosingAccounts) => accountChoices([linear], accounts, choosing)[0]

it('uses the own account, else that of the project, else the default one', () => {
  expect(choose({ own: {} })?.chosen.accountId).toBe(first)
  expect(choose({ own: {}, inherited: { [linear]: work } })?.chosen.accountId).toBe(work)
  expect(choose({ own: { [linear]: home }, inherited: { [linear]: work } })?.chosen.accountId).toBe(home)
})

// Catches: with the project's account inherited, the default account could not be chosen at all.
it('chooses nothing where an account is inherited, and names the default one where another is', () => {
  const inWork = choose({ own: { [linear]: home }, inherited: { [linear]: work } })
  const alone = choose({ own: { [linear]: home } })
  if (!inWork || !alone) throw new Error('There are three accounts')
  expect([accountToChoose(inWork, work), accountToChoose(inWork, first)]).toEqual([null, first])
  expect([accountToChoose(alone, first), accountToChoose(alone, work)]).toEqual([null, work])
})

it('offers no choice at a server with one account', () => {
  expect(accountChoices([linear], [account(first, true)], { own: {} })).toEqual([])
})
