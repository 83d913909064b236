import { expect, it } from 'vitest'
import { policyPlaces } from './policyPlaces'

const places = (platform: NodeJS.Platform, option?: string, programData?: string) =>
  policyPlaces({ option, platform, programData, cwd: platform === 'win32' ? 'C:\\work' : '/work' }).map(
    ({ path, mustBelongToRoot }) => `${mustBelongToRoot ? 'root ' : ''}${path}`,
  )

it.each([
  ['linux', ['root /etc/parley/policy.json']],
  ['darwin', ['root /Library/Application Support/Parley/policy.json']],
  ['win32', ['root C:\\ProgramData\\Parley\\policy.json']],
] as const)('on %s a computer has its own place for a policy', (platform, expected) => {
  expect(places(platform)).toEqual(expected)
})

it('the one of the command line comes beside it, by its whole path', () => {
  expect(places('linux', 'own.json')).toEqual(['root /etc/parley/policy.json', '/work/own.json'])
  expect(places('win32', 'own.json')).toEqual(['root C:\\ProgramData\\Parley\\policy.json', 'C:\\work\\own.json'])
})

it('a variable can add a place, and cannot take the usual one away', () => {
  expect(places('win32', undefined, 'D:\\ProgramData')).toEqual([
    'root C:\\ProgramData\\Parley\\policy.json',
    'root D:\\ProgramData\\Parley\\policy.json',
  ])
  expect(places('win32', undefined, 'c:\\programdata')).toHaveLength(1)
  expect(places('win32', undefined, 'relative')).toHaveLength(1)
})
