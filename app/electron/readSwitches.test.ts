import { describe, expect, it } from 'vitest'
import { debuggingSwitch, readDataDirOption, readPolicyOption } from './readSwitches'

it('finds the data folder in both ways of writing it, between other switches', () => {
  expect([
    readDataDirOption(['.', '--no-sandbox', '--data-dir', '/a b', '--x']),
    readDataDirOption(['--data-dir=/c']),
    readDataDirOption(['--data-dir']),
    readDataDirOption(['.', '--no-sandbox']),
  ]).toEqual(['/a b', '/c', undefined, undefined])
})

it('finds a policy that was named', () => {
  expect([readPolicyOption(['.', '--policy', '/a b']), readPolicyOption(['--policy=/c']), readPolicyOption(['.'])]).toEqual([
    '/a b',
    '/c',
    undefined,
  ])
})

it('takes a policy that was named without a file for one that cannot be read, never for none', () => {
  expect(readPolicyOption(['.', '--policy'])).toBe('.')
})

describe('B10: an installed Parley does not start with a switch that lets others steer it', () => {
  it.each([
    '--inspect',
    '--inspect=0',
    '--inspect-brk=127.0.0.1:9229',
    '--inspect-port=1',
    '--remote-debugging-port=9222',
    '--remote-debugging-pipe',
    '--remote-allow-origins=*',
    '--js-flags=--expose-gc',
    '--load-extension=/tmp/x',
    '--disable-web-security',
  ])('%s', (argument) => expect(debuggingSwitch(['--data-dir', '/x', argument])).toBe(argument))

  it('starts with all others', () => {
    expect(debuggingSwitch(['--data-dir', '/inspect', '--ozone-platform=wayland', '--inspector', 'remote-debugging-port'])).toBeUndefined()
  })
})
