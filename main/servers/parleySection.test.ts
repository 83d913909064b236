import { expect, it } from 'vitest'
import { unknownWords } from './parleySection'
import { parseServer } from './parseServer'

const told = (entry: object): unknown => unknownWords({ ...entry }).map(({ params }) => [params?.['path'], params?.['meant']])

it('says of a word in Parley’s own part which one was probably meant', () => {
  const parley = { samplng: 'off', elicitation: 'ask', tools: { disbled: ['a'] }, samplingLimits: { callsPerDays: 1 }, future: 1 }
  expect(told({ command: 'x', parley })).toEqual([
    ['parley → samplng', 'sampling'],
    ['parley → future', undefined],
    ['parley → tools → disbled', 'disabled'],
    ['parley → samplingLimits → callsPerDays', 'callsPerDay'],
  ])
})

// Catches: a misspelt version that is dropped, so that a server is spoken with in another one than its entry says.
it('refuses a version of MCP that there is none of, and says which there are', () => {
  const entry = (protocol: unknown): unknown => parseServer('s', { command: 'x', parley: { protocol } })
  expect([entry('2025'), entry('2025-03-26'), entry(undefined)]).toMatchObject([
    { protocol: '2025' },
    { protocol: '2025-03-26' },
    { protocol: 'automatic' },
  ])
  for (const wrong of ['2025-6-18', '2024', 2025, '', null])
    expect(entry(wrong)).toMatchObject({ error: { reason: 'servers.entryPart', params: { path: 'parley → protocol' } } })
  expect(told({ command: 'x', protocol: '2025', parley: { protocl: '2025' } })).toEqual([
    ['protocol', 'parley → protocol'],
    ['parley → protocl', 'protocol'],
  ])
})

it('says so of a slip in the entry itself, and of a word that stands beside the part where it belongs', () => {
  expect(told({ command: 'x', agrs: ['a'], samplng: 'ask', sampling: 'ask', Env: {} })).toEqual([
    ['agrs', 'args'],
    ['samplng', 'parley → sampling'],
    ['sampling', 'parley → sampling'],
    ['Env', 'env'],
  ])
})

it('calls no word of another host a slip', () => {
  const words = [
    'type transport name description id icon title version author tags homepage gallery provider disabled enabled isActive inputs servers',
    'disabledTools excludeTools includeTools autoApprove alwaysAllow trust trusted autoStart envFile timeout dev oauth headersHelper sandbox',
    'serverUrl httpUrl uri cmd envs env_vars env_keys environment settings source requestOptions bearer_token_env_var http_headers',
    'env_http_headers enabled_tools disabled_tools startup_timeout_sec tool_timeout_sec initTimeout requestTimeout roots tools auth restart',
    'bundled available_tools cwd url headers command args env parley $schema comment //',
  ].flatMap((line) => line.split(' '))
  expect(told({ command: 'x', ...Object.fromEntries(words.map((word) => [word, {}])), parley: {} })).toEqual([])
})

it('tells twenty of a thousand unknown words', () => {
  const entry = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`samplin${index}`, 1]))
  expect(unknownWords({ parley: entry })).toHaveLength(20)
})

it('tells a slip in how Parley signs in, by the words of the kind that is written', () => {
  const auth = { kind: 'person', isuer: 'https://login.example', tokenFile: '/run/token' }
  expect(unknownWords({ parley: { auth } })).toEqual([
    { id: 'servers.remark.misspelt', params: { path: 'parley → auth → isuer', meant: 'issuer' } },
    { id: 'servers.remark.unknownWord', params: { path: 'parley → auth → tokenFile' } },
  ])
  expect(unknownWords({ parley: { auth: { kind: 'nobody', isuer: 'x' } } })).toEqual([])
})

it('EX-05: tells of an extension that is switched on without code of Parley’s behind it, and which one was probably meant', () => {
  const parley = { extensions: { 'com.example/x': true, 'com.example/y': false, 'io.modelcontextprotocol/taks': true } }
  expect(told({ command: 'x', parley })).toEqual([
    ['parley → extensions → com.example/x', undefined],
    ['parley → extensions → io.modelcontextprotocol/taks', 'io.modelcontextprotocol/tasks'],
  ])
})

it('tells a misspelt extension that was to be switched off, and what the field calls something else', () => {
  expect(told({ command: 'x', parley: { extensions: { 'io.modelcontextprotocol/taks': false }, traceparnt: true } })).toEqual([
    ['parley → traceparnt', 'traceContext'],
    ['parley → extensions → io.modelcontextprotocol/taks', 'io.modelcontextprotocol/tasks'],
  ])
})
