import { expect, it } from 'vitest'
import { settle } from '../../../../testing/settle'
import { testBridge } from './testing/testBridge'

/** What the page was asked for, and what the app was answered. */
function asked(method: string, params: unknown) {
  const { begin, request, wanted } = testBridge()
  begin()
  const [answer] = request(method, params)
  return {
    wants: wanted.filter(([what]) => what !== 'ready'),
    answer: answer && ('result' in answer ? answer.result : 'error' in answer && answer.error.code),
  }
}

it.each([
  ['inline', 'inline'],
  ['fullscreen', 'inline'],
  ['pip', 'pip'],
])('AP-21, AH-35, AH-36: a wish for the mode %s is answered with the mode that it is then', (mode, then) => {
  expect(asked('ui/request-display-mode', { mode })).toEqual({ wants: [['mode', mode]], answer: { mode: then } })
})

it.each([{ mode: 'window' }, {}, { mode: ['pip'] }])('a mode that there is not is no mode: %j', (params) => {
  expect(asked('ui/request-display-mode', params)).toEqual({ wants: [], answer: -32602 })
})

it.each([
  [true, {}],
  [false, { isError: true }],
])(
  'AP-22, AH-38: a link is shown to the person as a browser writes it, and answered once they have decided: %s',
  async (opened, result) => {
    const decided = Promise.withResolvers<boolean>()
    const links: string[] = []
    const { begin, request, sent } = testBridge({
      onLink: (url) => {
        links.push(url)
        return decided.promise
      },
    })
    begin()
    expect(request('ui/open-link', { url: 'HTTPS://Example.com/a b' })).toEqual([])
    expect(links).toEqual(['https://example.com/a%20b'])
    decided.resolve(opened)
    await settle()
    expect(sent()).toEqual([{ jsonrpc: '2.0', id: 7, result }])
  },
)

it.each([
  'javascript:alert(1)',
  'file:///etc/passwd',
  'data:text/html,x',
  'app://page',
  'mailto:a@b.c',
  'nonsense',
  '',
  7,
  `https://a.example/${'x'.repeat(10_000)}`,
])('A07: no link of another kind reaches the person: %#', (url) => {
  expect(asked('ui/open-link', { url })).toEqual({ wants: [], answer: { isError: true } })
})

it('takes the text of a message as one block, as the specification writes it, and as a list, as apps send it', () => {
  const block = { type: 'text', text: ' Move 40 EUR ' }
  expect(asked('ui/message', { role: 'user', content: block }).wants).toEqual([['message', 'Move 40 EUR']])
  expect(asked('ui/message', { role: 'user', content: [block, { type: 'text', text: 'please' }] }).wants).toEqual([
    ['message', 'Move 40 EUR \n\nplease'],
  ])
})

it.each([
  {},
  { content: [] },
  { content: [{ type: 'text', text: ' ' }] },
  { content: [{ type: 'image', data: '', mimeType: 'image/png' }] },
  { content: [{ type: 'text', text: 'x'.repeat(100_001) }] },
  { content: Array.from({ length: 101 }, () => ({ type: 'text', text: 'x' })) },
])('L16: a message that is no text is refused: %#', (params) => {
  expect(asked('ui/message', { role: 'user', ...params })).toEqual({ wants: [], answer: { isError: true } })
})

it('AP-24: what the app gives the model is text, with its structured content as JSON; nothing takes it back', () => {
  const content = [{ type: 'text', text: 'November' }]
  expect(asked('ui/update-model-context', { content, structuredContent: { over: 37 } })).toEqual({
    wants: [['context', { text: 'November\n\n{"over":37}' }]],
    answer: {},
  })
  expect(asked('ui/update-model-context', {})).toEqual({ wants: [['context', null]], answer: {} })
  expect(asked('ui/update-model-context', { content: [{ type: 'image', data: '' }] })).toEqual({ wants: [], answer: -32602 })
})

it('L18, AP-28: files come with their content, or with the address of a resource of the server', () => {
  const contents = [
    { type: 'resource', resource: { uri: 'file:///a/report%20one.csv?x=1', text: 'a,b' } },
    { type: 'resource', resource: { uri: 'ui://x/p.bin', blob: 'AQI=' } },
    { type: 'resource_link', uri: 'videos://big', name: 'big.mp4' },
  ]
  expect(asked('ui/download-file', { contents })).toEqual({
    wants: [
      [
        'files',
        [
          { name: 'report one.csv', content: 'a,b' },
          { name: 'p.bin', content: new Uint8Array([1, 2]) },
          { name: 'big.mp4', resourceUri: 'videos://big' },
        ],
      ],
    ],
    answer: {},
  })
})

it.each([
  {},
  { contents: [] },
  { contents: Array.from({ length: 21 }, () => ({ type: 'resource', resource: { uri: 'a', text: '' } })) },
  { contents: [{ type: 'resource', resource: { uri: 'a', blob: 'not base64!' } }] },
  { contents: [{ type: 'resource', resource: { text: 'x' } }] },
  { contents: [{ type: 'resource_link', uri: 'https://a.example/x', name: 'x' }] },
  { contents: [{ type: 'text', text: 'x' }] },
  { contents: ['x'] },
])('L18: files that are none are refused, all of them: %#', (params) => {
  expect(asked('ui/download-file', params)).toEqual({ wants: [], answer: { isError: true } })
})

it('AP-20: hears the size under both of its names, once the app is ready, and the wish to be closed', () => {
  const { greet, notify, wanted } = testBridge()
  greet()
  notify('ui/notifications/size-changed', { height: 100 })
  notify('ui/notifications/initialized')
  notify('ui/notifications/size-changed', { width: 700, height: 440 })
  notify('ui/size-change', { height: 300, width: -1 })
  notify('ui/notifications/size-changed', { height: Infinity })
  notify('ui/notifications/request-teardown')
  notify('ui/notifications/sandbox-ready')
  expect(wanted.slice(1)).toEqual([
    ['size', { width: 700, height: 440 }],
    ['size', { height: 300 }],
    ['close', undefined],
  ])
})

it('AP-21: knows the modes that an app says it can be shown in, and that most say none', () => {
  const said = testBridge()
  said.begin('2026-01-26', { availableDisplayModes: ['fullscreen', 'hologram', 'inline'], tools: {} })
  const silent = testBridge()
  silent.begin()
  expect([said.wanted[0], silent.wanted[0]]).toEqual([
    ['ready', { protocolVersion: '2026-01-26', displayModes: ['inline', 'fullscreen'], providesTools: true }],
    ['ready', { protocolVersion: '2026-01-26' }],
  ])
})

it('changes of the storage are taken, and unfit ones not even in part', () => {
  const changes = [
    ['a', '1'],
    ['b', null],
  ]
  const heard = (list: unknown): readonly unknown[] => {
    const { bridge, notify, wanted } = testBridge()
    notify('parley/notifications/stored', { changes: list })
    return [wanted, bridge.malformed]
  }
  expect(heard(changes)).toEqual([[['stored', changes]], 0])
  for (const unfit of [undefined, 'a', [['a']], [['a', 1]], [['a', '1', '2']], [null], [...changes, ['c', 'x'.repeat(500_001)]]]) {
    expect(heard(unfit)).toEqual([[], 1])
  }
})
