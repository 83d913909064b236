import { expect, it } from 'vitest'
import { parseJsonArguments, readCommand } from './readCommand'

it('reads each command with its words', () => {
  const commands = [
    ['list'],
    ['call', 'files', 'read', '{"path":"a"}'],
    ['call', 'files', 'now'],
    ['read', 'files', 'file:///a'],
    ['prompt', 'x', 'greet'],
    ['doctor', 'x'],
    ['policy', 'check', 'a.json'],
    ['policy', 'check'],
    ['app', 'check', 'x'],
    ['data', 'check'],
    ['data', 'backup', 'a.db'],
    ['data', 'backup', 'a.db', '--force'],
    [],
  ]
  expect(commands.map((words) => readCommand(words).command)).toEqual([
    { name: 'list' },
    { name: 'call', server: 'files', tool: 'read', arguments: '{"path":"a"}' },
    { name: 'call', server: 'files', tool: 'now', arguments: '{}' },
    { name: 'read', server: 'files', uri: 'file:///a' },
    { name: 'prompt', server: 'x', prompt: 'greet', arguments: '{}' },
    { name: 'doctor', server: 'x' },
    { name: 'policyCheck', file: 'a.json' },
    { name: 'policyCheck', file: undefined },
    { name: 'appCheck', server: 'x' },
    { name: 'dataCheck' },
    { name: 'dataBackup', file: 'a.db', force: false },
    { name: 'dataBackup', file: 'a.db', force: true },
    { name: 'help' },
  ])
})

it('reads options before and behind the command', () => {
  expect(readCommand(['--json', 'list', '--config', 'a.json', '--answers', 'b.json', '--policy', 'c.json', '--protocol', '2025'])).toEqual({
    command: { name: 'list' },
    json: true,
    lang: undefined,
    dataDir: undefined,
    config: 'a.json',
    answers: 'b.json',
    policy: 'c.json',
    protocol: '2025',
  })
})

it.each([
  [['lst']],
  [['policy']],
  [['policy', 'print']],
  [['app']],
  [['app', 'check']],
  [['app', 'mend', 'x']],
  [['app', 'check', 'x', 'y']],
  [['data', 'check', 'x']],
  [['data', 'backup']],
  [['call']],
  [['call', 'files', 'read', '{}', 'more']],
  [['read', 'files', 'a', 'b']],
  [['list', '--jsn']],
  [['list', '--lang', 'pseudo']],
  [['list', '--protocol', '2024']],
  [['list', '--protocol', '']],
  [['list', '--config', 'a', '--data-dir', 'b']],
])('refuses %j and says where to look', (words) => {
  expect(() => readCommand(words)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT', reason: expect.stringMatching(/^cli\./) }))
})

// With the name alone, a script would call another server as soon as one more offers a tool of this name.
it.each([
  [['call', 'read'], { command: 'call', what: 'read' }],
  [['call', 'read', '{"path":"a"}'], { command: 'call', what: 'read' }],
  [['call', 'read', '-'], { command: 'call', what: 'read' }],
  [['prompt', 'greet', ' {}'], { command: 'prompt', what: 'greet' }],
  [['read', 'file:///a'], { command: 'read', what: 'file:///a' }],
])('takes %j for a name without its server', (words, bare) => {
  expect(readCommand(words).command).toEqual({ name: 'bareName', ...bare })
})

it.each(['{"a":', '[1]', '"x"', 'null'])('refuses %s as arguments', (text) => {
  expect(() => parseJsonArguments(text)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
})

it('keeps every member of the arguments, whatever it is called', () => {
  expect(Object.keys(parseJsonArguments('{"__proto__":1,"constructor":2}'))).toEqual(['__proto__', 'constructor'])
})
