import { expect, it } from 'vitest'
import { expandUriTemplate, templateVariables, isUriTemplate } from './expandUriTemplate'
import { threadCpuMs } from '../testing/cpuMicros'

// The values and most of the cases come from RFC 6570, sections 1.2 and 3.2.
const values = {
  var: 'value',
  hello: 'Hello World!',
  path: '/foo/bar',
  empty: '',
  x: '1024',
  y: '768',
  who: 'fred',
  half: '50%',
  base: 'http://example.com/home/',
  list: ['red', 'green', 'blue'],
  keys: { semi: ';', dot: '.', comma: ',' },
  nothing: [],
}

it.each([
  ['{var}', 'value'],
  ['{hello}', 'Hello%20World%21'],
  ['{half}', '50%25'],
  ['O{empty}X', 'OX'],
  ['O{undef}X', 'OX'],
  ['{x,y}', '1024,768'],
  ['{x,hello,y}', '1024,Hello%20World%21,768'],
  ['?{x,empty}', '?1024,'],
  ['?{undef,y}', '?768'],
  ['{var:3}', 'val'],
  ['{var:30}', 'value'],
  ['{+var}', 'value'],
  ['{+hello}', 'Hello%20World!'],
  ['{+half}', '50%25'],
  ['{base}index', 'http%3A%2F%2Fexample.com%2Fhome%2Findex'],
  ['{+base}index', 'http://example.com/home/index'],
  ['{+path}/here', '/foo/bar/here'],
  ['{+path:6}/here', '/foo/b/here'],
  ['{#path,x}/here', '#/foo/bar,1024/here'],
  ['{#undef}', ''],
  ['X{.var:3}', 'X.val'],
  ['www{.x,y}', 'www.1024.768'],
  ['{/var,x}/here', '/value/1024/here'],
  ['{/var,empty}', '/value/'],
  ['{;x,y,empty}', ';x=1024;y=768;empty'],
  ['{?x,y}', '?x=1024&y=768'],
  ['{?x,y,undef}', '?x=1024&y=768'],
  ['{?x,empty}', '?x=1024&empty='],
  ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
  ['{&var:3}', '&var=val'],
  ['{/var*}', '/value'],
  ['{list}', 'red,green,blue'],
  ['{list*}', 'red,green,blue'],
  ['{keys}', 'semi,%3B,dot,.,comma,%2C'],
  ['{keys*}', 'semi=%3B,dot=.,comma=%2C'],
  ['{+path,list}', '/foo/bar,red,green,blue'],
  ['{+keys}', 'semi,;,dot,.,comma,,'],
  ['{+keys*}', 'semi=;,dot=.,comma=,'],
  ['{#list*}', '#red,green,blue'],
  ['{#keys}', '#semi,;,dot,.,comma,,'],
  ['X{.list}', 'X.red,green,blue'],
  ['X{.list*}', 'X.red.green.blue'],
  ['X{.keys*}', 'X.semi=%3B.dot=..comma=%2C'],
  ['X{.nothing}', 'X'],
  ['{/list}', '/red,green,blue'],
  ['{/list*}', '/red/green/blue'],
  ['{/list*,path:4}', '/red/green/blue/%2Ffoo'],
  ['{/keys*}', '/semi=%3B/dot=./comma=%2C'],
  ['{;list}', ';list=red,green,blue'],
  ['{;list*}', ';list=red;list=green;list=blue'],
  ['{;keys*}', ';semi=%3B;dot=.;comma=%2C'],
  ['{?list}', '?list=red,green,blue'],
  ['{?list*}', '?list=red&list=green&list=blue'],
  ['{?keys}', '?keys=semi,%3B,dot,.,comma,%2C'],
  ['{?keys*}', '?semi=%3B&dot=.&comma=%2C'],
  ['{&list*}', '&list=red&list=green&list=blue'],
  ['{?nothing*}', ''],
])('RS-07: expands %s to %s, as RFC 6570 says', (template, address) => {
  expect(expandUriTemplate(template, values)).toBe(address)
})

it('keeps what is no expression, encodes what an address cannot hold, and lets no value reach outside its place', () => {
  expect(expandUriTemplate('a{b', {})).toBe('a%7Bb')
  expect(expandUriTemplate('file:///{name}', { name: '../../etc/passwd?x#y' })).toBe('file:///..%2F..%2Fetc%2Fpasswd%3Fx%23y')
  expect(expandUriTemplate('x/ü/{v}', { v: '😀' })).toBe('x/%C3%BC/%F0%9F%98%80')
  expect(expandUriTemplate('{constructor}', {})).toBe('')
  // Letters that match ASCII letters only after case folding.
  expect(expandUriTemplate('{+v}\u017F', { v: '\u212A' })).toBe('%E2%84%AA%C5%BF')
})

it('names the variables of a template, each once, in order', () => {
  expect(templateVariables('db://{table}/rows{?limit,offset*}{&table:3}')).toEqual(['table', 'limit', 'offset'])
  expect(templateVariables('plain')).toEqual([])
})

it('makes an address of half a character too', () => {
  expect(expandUriTemplate('x/{v}', { v: '\uD800' })).toBe('x/%EF%BF%BD')
})

it('J21: takes only as long as a template is, however it is made', { tags: ['slow'] }, () => {
  const tags = Array.from({ length: 20_000 }, (_, index) => `tag${index}`)
  const began = threadCpuMs()
  const uri = expandUriTemplate('x:/{/id*}{?tags*}', { id: tags, tags })
  for (const hostile of ['{'.repeat(100_000), `{${'a,'.repeat(50_000)}}`, `{${'a*'.repeat(50_000)}}`, `{a${':1'.repeat(50_000)}}`])
    expandUriTemplate(hostile, { a: 'a'.repeat(1_000) })
  expect([uri.length > 200_000, threadCpuMs() - began < 2_000]).toEqual([true, true])
})

// The negative cases of https://github.com/uri-templates/uritemplate-test that do not depend on a value.
it.each([
  '{/id*',
  '/id*}',
  '{/?id}',
  '{var:prefix}',
  '{hello:2*}',
  '{??hello}',
  '{!hello}',
  '{with space}',
  '{=path}',
  '{$var}',
  '{|var*}',
  '{*keys?}',
  '{?empty=default,var}',
  '{var}{-prefix|/-/|var}',
  '?q={searchTerms}&amp;c={example:color?}',
  'x{?empty|foo=none}',
  '/h{#hello+}',
  '/h#{hello+}',
  '{;keys:1*}',
  '?{-join|&|var,list}',
  '/people/{~thing}',
  '{}',
  '{a,,b}',
  '{a{b}}',
])('takes %s for no template', (template) => {
  expect(isUriTemplate(template)).toBe(false)
})

it.each(['', 'plain', 'file:///{path}', '{+path}', '{?x,y*}', '{var:30}', '{#a,b}', '{default-graph-uri}', '{ padded }', '{città}'])(
  'takes %s for a template',
  (template) => {
    expect(isUriTemplate(template)).toBe(true)
  },
)
