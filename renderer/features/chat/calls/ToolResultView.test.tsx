import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { CallId, ServerId } from '../../../../shared/domain/ids'
import type { ToolResult } from '../../../../shared/domain/toolResult'
import type { DocumentPlace } from '../../../../shared/results/resultAnswers'
import type { OutputOf } from '../../../../shared/rpc/contract'
import { FakeHost } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { user } from '../../../testing/user'
import { ToolResultView } from './ToolResultView'

const callId = CallId.parse('3f1d0d9e-0c60-4b8e-9f8c-2f9c3c6a7e11')
const show = (result: Partial<ToolResult>, host = new FakeHost()) =>
  renderWithHost(
    <ToolResultView
      callId={callId}
      server={ServerId.parse('docs')}
      result={{ content: [], structured: 'matches', isError: false, bytes: 2, ...result }}
    />,
    host,
  )

it('shows the same JSON once, where the server sent it as text too, and says so', async () => {
  await show({ structuredContent: { a: 1, b: [2] }, content: [{ type: 'text', text: '{ "b": [2],\n"a": 1 }' }] })
  expect(screen.getAllByRole('group', { name: 'Code' })).toHaveLength(1)
  expect(screen.getByText(/matches its schema/).textContent).toContain('the same as text too')
})

it('shows both where the text says something else', async () => {
  await show({ structuredContent: { a: 1 }, content: [{ type: 'text', text: '{ "a": 2 }' }] })
  expect(screen.getAllByRole('group', { name: 'Code' })).toHaveLength(2)
})

it.each([[null], [false], [0], [''], [[]], ['text'], [[1, null]]])(
  'TL-14: shows a structured result that is %j as JSON, and does not call it empty',
  async (structuredContent) => {
    await show({ structuredContent })
    expect(screen.getByRole('group', { name: 'Code' }).textContent).toBe(JSON.stringify(structuredContent, null, 2).replaceAll('\n', ''))
    expect(screen.getByText('Structured result, matches its schema')).toBeTruthy()
    expect(document.body.textContent).not.toContain('without content')
  },
)

it('TL-16: shows every kind of content as its server’s, and one that it does not know as such', async () => {
  await show({
    structured: 'noSchema',
    content: [
      { type: 'text', text: 'some words' },
      { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/x-unknown' },
      { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'docs://link', name: 'a link' },
      { type: 'resource', uri: 'docs://text', text: 'inside' },
      { type: 'resource', uri: 'docs://bytes', blob: 'AAAA', mimeType: 'application/x-thing' },
      { type: 'unknown', kind: 'hologram', json: { type: 'hologram', depth: 3 } },
    ],
  })
  const words = document.body.textContent
  for (const part of ['some words', 'image/x-unknown', 'docs://link', 'inside', 'application/x-thing', 'hologram', '"depth": 3'])
    expect(words).toContain(part)
  expect(screen.getAllByLabelText('Audio from “docs”')).toHaveLength(1)
})

it('TL-17: says once of links that follow one another whose they are, and gives each its own way on', async () => {
  const link = (name: string) => ({ type: 'resource_link', uri: `docs://${name}`, name }) as const
  const important = { ...link('four'), annotations: { priority: 1 } }
  await show({ content: [link('one'), link('two'), { type: 'text', text: 'between' }, link('three'), important] })
  const captions = screen.getAllByText(/not read/).map((caption) => caption.textContent)
  expect(captions.map((caption) => caption.replace(/^.*· /, ''))).toEqual([
    '2 links to resources, not read',
    'a link to a resource, not read',
    'a link to a resource, not read',
  ])
  expect(screen.getAllByRole('listitem')).toHaveLength(4)
  expect(screen.getAllByRole('button', { name: 'Read' })).toHaveLength(4)
})

it('J36: shows all of a long result, which comes in pieces', async () => {
  const whole: ToolResult = {
    content: [{ type: 'text', text: 'the beginning and the end' }],
    structured: 'noSchema',
    isError: false,
    bytes: 99,
  }
  const json = JSON.stringify(whole)
  const pieces = [json.slice(0, 30), json.slice(30, 50), json.slice(50)]
  const { host } = await show({ ...whole, content: [{ type: 'text', text: 'the beginning' }], cut: true })
  host.answer('chat.wholeResult', ({ piece }) => ({ json: pieces[piece] ?? '', pieces: pieces.length }))
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  expect(await screen.findByText('the beginning and the end')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull()
})

it('leaves short results as they are, and gives long ones the views that they can have', async () => {
  const views = () => screen.queryByRole('group', { name: 'View' })?.textContent
  const text = (words: string) => ({ content: [{ type: 'text', text: words }] as const })
  for (const [result, expected] of [
    [text('{"a":1}'), undefined],
    [text('[{"a":1},{"a":2}]'), undefined],
    [text('A sentence. '.repeat(20)), undefined],
    [text(JSON.stringify([{ a: 1 }, { a: 2 }, { a: 3 }])), 'TableTreeText'],
    [text(JSON.stringify(Array.from({ length: 800 }, (_, index) => index))), 'TreeText'],
    [text('A sentence that goes on. '.repeat(100)), 'ProseText'],
    [{ structuredContent: [{ a: 1 }, { a: 2 }, { a: 3 }] }, 'TableTreeText'],
  ] as const) {
    const { unmount } = await show(result)
    expect([result, views()]).toEqual([result, expected])
    unmount()
  }
})

it('asks the host only for the rows of a result of which it has the beginning, and keeps to “Show all” for what is no text', async () => {
  const host = new FakeHost()
    .answer('results.open', () => ({
      documents: [{ place: 0, characters: 9_000_000, lines: 90_000, isJson: false, hasTree: false, isLong: true }],
      others: 0,
    }))
    .answer('results.text', ({ from, count }) => ({
      total: 90_000,
      longest: 8,
      isCut: false,
      rows: Array.from({ length: count }, (_, index) => ({ line: from + index + 1, text: `line ${from + index + 1}`, marks: [] })),
    }))
  await show({ content: [{ type: 'text', text: 'line 1' }], cut: true }, host)
  expect(await screen.findByText('90,000 lines')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull()
  expect(host.asked.filter(({ name }) => name === 'results.text').map(({ input }) => input)).toMatchObject([
    { place: 0, from: 0, count: 100 },
  ])
  expect(host.asked.some(({ name }) => name === 'chat.wholeResult')).toBe(false)
})

/** A host that has the whole of a result, and the places of its texts that were asked for. */
function hostOf(opened: OutputOf<'results.open'>) {
  const host = new FakeHost()
    .answer('results.open', () => opened)
    .answer('results.text', () => ({ total: 1, longest: 4, isCut: false, rows: [{ line: 1, text: 'text', marks: [] }] }))
  const places = () => [
    ...new Set(host.asked.filter(({ name }) => name === 'results.text').map(({ input }) => (input as { place: DocumentPlace }).place)),
  ]
  return { host, places }
}
const factsOf = (place: DocumentPlace, characters: number) => ({
  place,
  characters,
  lines: 1,
  isJson: false,
  hasTree: false,
  isLong: characters > 1_600,
})

it('shows what is not whole here of a result, however short it is', async () => {
  const long = { type: 'text', text: 'the beginning' } as const
  const behind = hostOf({ documents: [factsOf(0, 9_000_000), factsOf(1, 30), factsOf('structured', 20)], others: 0 })
  const { unmount } = await show({ content: [long], cut: true }, behind.host)
  expect(behind.places()).toEqual([0, 1, 'structured'])
  unmount()
  const repeated = hostOf({ documents: [factsOf(0, 10), factsOf(1, 9_000_000)], repeated: 0, others: 0 })
  const next = await show({ content: [{ type: 'text', text: '{"code":1}' }, long], cut: true }, repeated.host)
  expect(new Set(repeated.places())).toEqual(new Set([0, 1]))
  next.unmount()
  const short = hostOf({ documents: [factsOf(0, 12), factsOf(1, 30)], others: 1 })
  await show({ content: [{ type: 'text', text: 'all is here.' }, long], cut: true }, short.host)
  expect([short.places(), document.body.textContent.includes('all is here.')]).toEqual([[1], true])
})

it('says of what has views where it is from and for whom it is, as of everything else', async () => {
  const rows = JSON.stringify([{ a: 1 }, { a: 2 }, { a: 3 }])
  await show({
    content: [
      { type: 'resource', uri: 'docs://rows', text: rows },
      { type: 'text', text: rows, annotations: { priority: 1 } },
    ],
  })
  expect(screen.getAllByRole('group', { name: 'View' })).toHaveLength(2)
  expect([screen.queryAllByText('docs://rows').length, document.body.textContent.includes('100')]).toEqual([1, true])
})

it('knows which text is which where a picture in between was left out', async () => {
  const { host, places } = hostOf({ documents: [factsOf(0, 5), factsOf(2, 9_000_000)], others: 1 })
  await show(
    {
      content: [
        { type: 'text', text: 'first' },
        { type: 'text', text: 'cut words' },
      ],
      cut: true,
    },
    host,
  )
  expect([places(), document.body.textContent.match(/first|cut words/g)]).toEqual([[2], ['first']])
  expect(screen.getAllByText('1 line')).toHaveLength(1)
})
