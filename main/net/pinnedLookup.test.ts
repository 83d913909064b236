import type { LookupAddress, LookupOptions } from 'node:dns'
import { expect, it } from 'vitest'
import { pinnedLookup, resolveHost, type ResolveHost } from './pinnedLookup'

const v4: LookupAddress = { address: '93.184.216.34', family: 4 }
const v6: LookupAddress = { address: '2606:2800:220:1::1', family: 6 }

const looked = (resolve: ResolveHost, options: LookupOptions, check: (address: string) => void = () => undefined): Promise<unknown> =>
  new Promise((answer) => pinnedLookup(check, resolve)('as.example', options, (error, ...found) => answer(error ?? found)))

it('gives a connection all that was checked, in its order', async () => {
  const checked: string[] = []
  const found = await looked(
    async () => [v6, v4],
    { all: true },
    (address) => void checked.push(address),
  )
  expect([found, checked]).toEqual([[[v6, v4]], [v6.address, v4.address]])
})

it('gives one where one is wanted, of the family that is', async () => {
  const both: ResolveHost = async () => [v6, v4]
  expect([
    await looked(both, {}),
    await looked(both, { family: 4 }),
    await looked(both, { family: 'IPv4' }),
    await looked(both, { family: 0 }),
  ]).toEqual([
    [v6.address, 6],
    [v4.address, 4],
    [v4.address, 4],
    [v6.address, 6],
  ])
})

it('E14: checks also those that nobody would connect to', async () => {
  const bad = new Error('refused')
  const check = (address: string): void => {
    if (address === v4.address) throw bad
  }
  expect([await looked(async () => [v6, v4], { all: true }, check), await looked(async () => [v6, v4], { family: 6 }, check)]).toEqual([
    bad,
    bad,
  ])
})

it('says so when a name has no address, or none of the family', async () => {
  const code = (thrown: unknown): unknown => (thrown instanceof Error && 'code' in thrown ? thrown.code : thrown)
  const fails: ResolveHost = async () => Promise.reject(Object.assign(new Error('no'), { code: 'EAI_AGAIN' }))
  expect(
    [await looked(async () => [], { all: true }), await looked(async () => [v4], { family: 6 }), await looked(fails, {})].map(code),
  ).toEqual(['ENOTFOUND', 'ENOTFOUND', 'EAI_AGAIN'])
})

it('finds this computer by its name', async () => {
  expect((await resolveHost('localhost')).map(({ address }) => address)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^127\.|^::1$/)]),
  )
})
