import { expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import { readUiResource } from './readUiResource'

const serverId = ServerId.parse('board')
const uri = 'ui://board/page'
const PAGE = 'text/html;profile=mcp-app'
const read = (item: object, listed?: Record<string, unknown>) =>
  readUiResource({ contents: [{ uri, mimeType: PAGE, text: '<p>', ...item }] }, { serverId, uri, listed })

it.each([PAGE, 'text/html; profile=mcp-app', 'TEXT/HTML;charset=utf-8;profile="mcp-app"', 'text/html+mcp', 'text/html+skybridge'])(
  'AP-03: takes a page of the type %s',
  (mimeType) => {
    expect(read({ mimeType }).html).toBe('<p>')
  },
)

it.each([
  'text/html',
  'text/plain;profile=mcp-app',
  'text/html;profile=mcp-app2',
  'text/html+skybridges',
  '',
  undefined,
  7,
  'x'.repeat(300),
])('L25, AP-03: takes no page of the type %j', (mimeType) => {
  expect(() => read({ mimeType })).toThrow(expect.objectContaining({ code: 'UNTRUSTED_CONTENT' }))
})

it.each([
  ['bad base64', { text: undefined, blob: 'PGh0bWw+*' }],
  ['base64 with white space', { text: undefined, blob: 'PGh0 bWw+' }],
  ['base64 of another length', { text: undefined, blob: 'PGh' }],
  ['bytes that are no text', { text: undefined, blob: Buffer.from([0xff, 0xfe]).toString('base64') }],
  ['no content', { text: undefined }],
  ['content that is no text', { text: ['<p>'] }],
])('L25: takes no page out of %s', (_what, item) => {
  expect(() => read(item)).toThrow(expect.objectContaining({ code: 'UNTRUSTED_CONTENT', reason: 'apps.notText' }))
})

it.each([
  ['text', { text: 'ä'.repeat(2.6 * 1024 * 1024) }],
  ['long text', { text: 'x'.repeat(6 * 1024 * 1024) }],
  ['base64', { text: undefined, blob: 'A'.repeat(8 * 1024 * 1024) }],
])('L25: takes no page of more than 5 MB, as %s', (_what, item) => {
  expect(() => read(item)).toThrow(expect.objectContaining({ code: 'MESSAGE_TOO_LARGE' }))
})

it.each([
  [{}],
  [{ contents: 7 }],
  [{ contents: [null, 'x', []] }],
  [
    {
      contents: [
        { uri: 'ui://a/b', mimeType: PAGE, text: '' },
        { uri: 'ui://a/c', mimeType: PAGE, text: '' },
      ],
    },
  ],
])('takes no page out of a result without it: %j', (raw) => {
  expect(() => readUiResource(raw, { serverId, uri, listed: undefined })).toThrow(expect.objectContaining({ reason: 'apps.noPage' }))
})

it('AP-03: a page may come as base64, and with nothing but an address of its own', () => {
  const blob = Buffer.from('<p>ä</p>').toString('base64')
  expect(read({ text: undefined, blob, uri: 'ui://board/page?v=2' })).toMatchObject({ html: '<p>ä</p>', bytes: 9 })
})

it('AP-02: what the content says goes before what the list says, which counts where the content says nothing', () => {
  const camera = { ui: { permissions: { camera: {} }, prefersBorder: true } }
  expect(read({}, camera)).toMatchObject({ declared: { permissions: ['camera'] }, prefersBorder: true })
  expect(read({ _meta: { ui: {} } }, camera).declared.permissions).toEqual([])
  expect(read({ meta: { ui: { permissions: { geolocation: {} } } } }, camera).declared.permissions).toEqual(['geolocation'])
  const openAi = { 'openai/widgetCSP': { connect_domains: ['https://api.openai.example'] }, 'openai/widgetPrefersBorder': true }
  expect(read({ _meta: openAi })).toMatchObject({ declared: { reach: { connect: ['https://api.openai.example'] } }, prefersBorder: true })
})

it('L25, L09: another page, and another declaration, has another hash', () => {
  const csp = (host: string) => ({ _meta: { ui: { csp: { connectDomains: [host] } } } })
  const hashes = [read({}), read({ text: '<b>' }), read(csp('https://a.example')), read(csp('https://b.example'))].map(({ hash }) => hash)
  expect(new Set(hashes).size).toBe(4)
  expect(read({}).hash).toBe(hashes[0])
})
