import { expect, it } from 'vitest'
import type { JsonValue } from '../lib/json'
import { evaluateCondition, isInFolder, type Certainty } from './evaluateCondition'
import type { ArgumentCondition } from '../domain/rule'
import { threadCpuMs } from '../testing/cpuMicros'

const answer = (test: ArgumentCondition['test'], wanted: ArgumentCondition['value'], value: JsonValue): Certainty =>
  evaluateCondition({ path: ['x'], test, value: wanted }, { x: value })

it('compares a value of the same type, and does not know of another type or one that is missing', () => {
  expect([
    answer('is', 'main', 'main'),
    answer('is', 'main', 'Main'),
    answer('is', 1, '1'),
    answer('is', null, 'a'),
    answer('is', null, null),
  ]).toEqual(['yes', 'unknown', 'unknown', 'unknown', 'yes'])
  expect(['main2', 'mai', ''].map((value) => answer('is', 'main', value))).toEqual(['no', 'no', 'no'])
  expect(['MAIN', ' main', 'ｍain', 'ma\u200bin'].map((value) => answer('is', 'main', value))).toEqual(
    Array.from({ length: 4 }, () => 'unknown'),
  )
  expect(answer('is', 'main', `main${' '.repeat(40_000)}`)).toBe('unknown')
  expect([answer('is', 1, 2), answer('is', true, false)]).toEqual(['no', 'no'])
  expect([answer('atLeast', 2, 2), answer('atLeast', 2, 1.9), answer('atMost', 2, 3), answer('atMost', 2, '1')]).toEqual([
    'yes',
    'no',
    'no',
    'unknown',
  ])
  expect(evaluateCondition({ path: ['x', '__proto__'], test: 'is', value: 1 }, { x: {} })).toBe('unknown')
  expect(evaluateCondition({ path: ['x', 'y'], test: 'is', value: 1 }, { x: { y: 1 } })).toBe('yes')
})

it('F18: does not know which of two arguments a program takes that are told apart by capitals alone', () => {
  const inCode: ArgumentCondition = { path: ['to', 'path'], test: 'inFolder', value: '/code' }
  const twins = ['Path', 'PATH', 'pAth'].map((key) => evaluateCondition(inCode, { to: { path: '/code/a', [key]: '/etc/passwd' } }))
  expect(twins).toEqual(['unknown', 'unknown', 'unknown'])
  expect(evaluateCondition(inCode, { to: { path: '/code/a' }, To: { path: '/etc' } })).toBe('unknown')
  expect(evaluateCondition({ ...inCode, path: ['dest'] }, { dest: '/code/a', deſt: '/etc' })).toBe('unknown')
  expect(evaluateCondition(inCode, { to: { path: '/code/a', pathS: '/etc' }, top: 1 })).toBe('yes')
})

it('needs all items of a list, and does not know where they differ', () => {
  const lists: readonly JsonValue[] = [['/a/b', '/a/c'], ['/b'], ['/a/b', '/b'], [], [['/a/b']]]
  expect(lists.map((list) => answer('inFolder', '/a', list))).toEqual(['yes', 'no', 'unknown', 'unknown', 'unknown'])
})

it('F18: knows a folder and what is below it, however it is written', () => {
  const inside = [
    '/home/dana',
    '/home/dana/',
    '/home/dana/x',
    '/home//dana/./x',
    '/home/eve/../dana/x',
    'file:///home/dana/x',
    'FILE://localhost/home/%64ana/x',
    '/home/dana/a, b: c/d e (1).txt',
    '/home/dana/12:30/..hidden',
  ]
  const outside = [
    '/home',
    '/home/dana2',
    '/home/dan',
    '/home/dana/../eve',
    'file:///home/dana/../eve/x',
    '/',
    '/home/dana/../../etc/passwd',
  ]
  const unknown = [
    'home/dana/x',
    '~/x',
    './x',
    '',
    '/home/dana/%2e%2e/eve',
    '/home/dana/%252e%252e/eve',
    'file:///home/dana/%2F..%2Feve',
    'file://host/home/dana/x',
    'file:///home/dana/x?y',
    'file:///home/dana/%zz',
    '//home/dana/x',
    String.raw`/home/dana\..\eve`,
    '/home/dana/\0',
    '/home/dana/．．/eve',
    '/home/dana/‥/eve',
    '/home/dana/..／eve',
    '/home/dana ',
    '/home/dana/a,/etc/passwd',
    '/home/dana/a /etc/passwd',
    '/home/dana/a:/etc',
    '/home/dana/a;../../etc',
    '/home/dana/a, ~/x',
    '/home/dana/a|file:///etc',
    '/home/da\u200cna/x',
    '/home/%64ana/x',
    '/home/DANA/x',
    'C:\\home\\dana\\x',
    'https://home/dana',
  ]
  const of = (paths: readonly string[]) => new Set(paths.map((path) => isInFolder(path, '/home/dana')))
  expect([of(inside), of(outside), of(unknown)]).toEqual([new Set(['yes']), new Set(['no']), new Set(['unknown'])])
  expect(isInFolder('/home/dana/x', '/')).toBe('yes')
  expect([isInFolder('/a/οδοσ', '/a/ΟΔΟΣ'), isInFolder('/a/STRASSE', '/a/straße')]).toEqual(['unknown', 'unknown'])
})

it('C17: does not pass or fail a path that another system takes for a protected one', () => {
  const protectedFile = '/home/dana/.parley/servers.json'
  const variants = [
    '/home/dana/.PARLEY/servers.json',
    '/home/dana/.parley/Servers.JSON',
    '/home/dana/.parley/servers.json ',
    '/home/dana/.ｐarley/servers.json',
    '/home/dana/.par\u200dley/servers.json',
  ]
  expect(variants.map((path) => isInFolder(path, protectedFile))).toEqual(variants.map(() => 'unknown'))
  const windows = [
    'C:\\Users\\dana\\.parley.\\servers.json',
    'c:/users/DANA/.parley/servers.json::$DATA',
    'C:\\Users\\dana\\PARLEY~1\\servers.json',
  ]
  expect(windows.filter((path) => isInFolder(path, 'C:\\Users\\dana\\.parley') === 'no')).toEqual([])
})

it('knows folders of Windows: either slash, any capitals, no dots at the end, and none of its short names or streams', () => {
  const of = (...paths: string[]) => paths.map((path) => isInFolder(path, 'C:\\Users\\Dana'))
  expect(
    of('C:\\Users\\Dana\\x', 'c:/users/dana/x', 'C:\\Users.\\Dana \\x', 'file:///C:/Users/Dana/x', 'C:\\Users\\Eve\\..\\Dana'),
  ).toEqual(Array.from({ length: 5 }, () => 'yes'))
  expect(of('D:\\Users\\Dana\\x', 'C:\\Users\\Dana\\..\\Eve', 'C:\\Users\\Dana2')).toEqual(Array.from({ length: 3 }, () => 'no'))
  expect(
    of(
      'C:Users\\Dana',
      '\\\\?\\C:\\Users\\Dana',
      '\\\\host\\c\\Users\\Dana',
      'C:\\Users\\DANA~1\\x',
      'C:\\Users\\Dana\\x:stream',
      'C:\\Users\\...\\Dana',
      '/Users/Dana',
      'C:\\Users\\Dana\\..＼Eve',
      'C:\\Users\\Dana\\..¥Eve',
      'C:\\Users\\Dana\\a,\\Windows',
      'C:\\Users\\Dana\\a ..\\..\\Eve',
    ),
  ).toEqual(Array.from({ length: 11 }, () => 'unknown'))
  expect(isInFolder('C:\\wor\u212a\\x', 'C:\\work')).toBe('unknown')
})

it('F18: knows exactly the host of an address, and nothing where two programs could read two hosts', () => {
  const of = (...urls: string[]) => urls.map((url) => answer('onHost', 'api.example.com', url))
  expect(
    of('https://api.example.com', 'http://API.example.com:80/x?y=http://a,b#z', 'https://api.example.com./x', 'wss://api.example.com:443'),
  ).toEqual(Array.from({ length: 4 }, () => 'yes'))
  expect(of('https://example.com', 'https://api.example.com.evil.com/', 'https://evil.com/api.example.com', 'https://1.2.3.4')).toEqual(
    Array.from({ length: 4 }, () => 'no'),
  )
  expect(
    of(
      'api.example.com',
      'https://api.example.com@evil.com/',
      String.raw`https://api.example.com\@evil.com`,
      'https://api%2eexample.com/',
      'https://api.example.com /',
      'https://аpi.example.com/',
      'https://127.1/',
      'https://0x7f.0.0.1/',
      'https://2130706433/',
      'file:///api.example.com',
      'javascript:alert(1)',
      'https://',
      'https://api.example.com:8443/',
      'https://api.example.com:65979/',
      'https://api.example.com/a,https://evil.com/',
    ),
  ).toEqual(Array.from({ length: 15 }, () => 'unknown'))
  expect([answer('onHost', 'localhost:3000', 'http://localhost:3000/a'), answer('onHost', 'localhost', 'http://localhost:3000/a')]).toEqual(
    ['yes', 'unknown'],
  )
  expect([answer('onHost', 'localhost:3000', 'http://localhost/'), answer('onHost', 'a.example', 'http://[::1]/')]).toEqual(['no', 'no'])
  expect(answer('onHost', '127.0.0.1', 'http://[::ffff:7f00:1]/')).toBe('unknown')
  expect([answer('onHost', 'example.com/path', 'https://example.com/path'), answer('onHost', '[::1]', 'http://[0:0::1]/')]).toEqual([
    'unknown',
    'unknown',
  ])
})

it('knows a repository by its name and by its addresses, and does not take one of another host for it', () => {
  const of = (...names: string[]) => names.map((name) => answer('inRepository', 'acme/site', name))
  expect(
    of(
      'acme/site',
      'https://github.com/acme/site',
      'https://github.com/Acme/Site.git',
      'https://www.github.com/acme/site/issues/7?q=1',
      'git@github.com:acme/site.git',
      'ssh://git@github.com/acme/site.git',
    ),
  ).toEqual(Array.from({ length: 6 }, () => 'yes'))
  expect(
    of(
      'acme/site2',
      'evil/site',
      'https://github.com/evil/site',
      'https://github.com/acme',
      'https://gitlab.com/x/y',
      'git@github.com:evil/site',
    ),
  ).toEqual(['no', 'no', 'no', 'unknown', 'no', 'no'])
  expect(
    of(
      'https://evil.com/acme/site',
      'https://api.github.com/repos/acme/site',
      'site',
      'ACME/site',
      'https://github.com/acme/../evil',
      'https://github.com/acme/%73ite',
    ),
  ).toEqual(Array.from({ length: 6 }, () => 'unknown'))
  const onLab = (name: string) => answer('inRepository', 'https://gitlab.com/group/site', name)
  expect(
    [
      'https://gitlab.com/group/site',
      'git@gitlab.com:group/site.git',
      'https://gitlab.com/group/site/deeper',
      'group/site',
      'https://gitlab.com/other/site',
    ].map(onLab),
  ).toEqual(['yes', 'yes', 'unknown', 'unknown', 'no'])
  const here = (name: string) => answer('inRepository', 'http://localhost:3000/group/site', name)
  expect(['http://localhost:3000/group/site', 'http://localhost:4000/group/site', 'ssh://git@localhost:2222/group/site'].map(here)).toEqual(
    ['yes', 'unknown', 'unknown'],
  )
})

it('is quick, however long and odd the text is', () => {
  const start = threadCpuMs()
  for (const piece of ['.', ' ', '..\\', '../', 'a-', '@', ':', '%2e', '~1', '[']) {
    for (const begin of ['C:\\', '/', 'https://', 'git@', 'file:///', '']) {
      const text = `${begin}${piece.repeat(30_000)}\u0007x`
      for (const test of ['inFolder', 'onHost', 'inRepository'] as const) {
        answer(test, '/home', text)
        answer(test, '/home', text.replace('\u0007', ''))
      }
    }
  }
  expect(threadCpuMs() - start).toBeLessThan(2_000)
})

it('F18: a rule that names https asks before the same host is reached without encryption, and one without a scheme means what it says', () => {
  const of = (host: string) => ['https://x.example/a', 'http://x.example/a', 'https://y.example/'].map((url) => answer('onHost', host, url))
  expect([of('https://x.example'), of('x.example')]).toEqual([
    ['yes', 'unknown', 'no'],
    ['yes', 'yes', 'no'],
  ])
})

it('F18: asks about a path in which a program may put something in the place of a name', () => {
  const of = (path: string) => answer('inFolder', '/tmp/ok', path)
  expect(['/tmp/ok/$HOME/x', '/tmp/ok/~dana/x', '/tmp/ok/`id`', '/tmp/ok/%TEMP%/x', '/tmp/ok/a~'].map(of)).toEqual([
    'unknown',
    'unknown',
    'unknown',
    'unknown',
    'yes',
  ])
})
