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

describe('B10, N07: an installed Parley does not start with a switch that lets others steer it', () => {
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
    '-remote-debugging-port=9222',
    '-inspect',
    '--Remote-Debugging-Port=9222',
    '--renderer-cmd-prefix=/tmp/x',
    '--utility-cmd-prefix=/tmp/x',
    '--gpu-launcher=/tmp/x',
    '--browser-subprocess-path=/tmp/x',
    '--host-resolver-rules=MAP * evil.example',
    '--ignore-certificate-errors',
    '--log-net-log=/tmp/x',
    '--ssl-key-log-file=/tmp/x',
    '--disable-gpu-sandbox',
    '--single-process',
    '--require=/tmp/x.js',
  ])('%s', (argument) => expect(debuggingSwitch(['--data-dir', '/x', argument])).toBe(argument))

  it('takes a slash for the beginning of a switch on Windows alone', () => {
    const args = ['/remote-debugging-port=9222']
    expect([debuggingSwitch(args, 'win32'), debuggingSwitch(args, 'linux')]).toEqual([args[0], undefined])
  })

  it('starts with all others', () => {
    expect(
      debuggingSwitch([
        '--data-dir',
        '/inspect',
        '--ozone-platform=wayland',
        '--inspector',
        'remote-debugging-port',
        '/tmp/inspect',
        '--no-sandbox',
      ]),
    ).toBeUndefined()
  })
})
