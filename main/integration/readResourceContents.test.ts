import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClientFeatures } from '../session/clientFeatures'
import { parseResourceContents } from '../parsing/parseResourceContents'
import { failureOf, refusingRequests, serverId } from '../connections/testing/poolFixture'
import { libraries, libraryId, libraryPool, type LibraryPool } from '../connections/testing/library'

const signal = new AbortController().signal
const answering: ClientFeatures = {
  ...refusingRequests,
  elicit: () => Promise.resolve({ action: 'accept', content: { name: 'Ada' } }),
}

describe.each(libraries)('a library of $era over $via', (library) => {
  let opened: LibraryPool
  beforeAll(async () => {
    opened = await libraryPool(library, { deps: { requests: answering } })
  })
  afterAll(() => opened[Symbol.asyncDispose]())

  it('RS-04, RS-06: gives every content of one read with its kind, and an empty resource as one that is there', async () => {
    const { pool } = opened.test
    const [shelf, cover, empty] = await Promise.all(
      ['library://shelf', 'library://covers/dune', 'library://empty'].map((uri) => pool.readResource(libraryId, { uri }, signal)),
    )
    expect({ shelf: shelf?.items, cover: cover?.items, empty: empty?.items, asked: shelf?.asked }).toEqual({
      shelf: [
        { uri: 'library://shelf/list', mimeType: 'text/plain', text: 'Dune\nEmma\nSolaris' },
        { uri: 'library://shelf/photo', mimeType: 'image/png', blob: expect.stringMatching(/^iVBOR/) },
      ],
      cover: [{ uri: 'library://covers/dune', mimeType: 'image/png', blob: expect.stringMatching(/^iVBOR/) }],
      empty: [],
      asked: false,
    })
  })

  it('RS-05: says of a resource that is not there that it was not found, whichever code its era has for it', async () => {
    const error = await failureOf(opened.test.pool.readResource(libraryId, { uri: 'library://books/none' }, signal))
    expect([error.code, error.reason, error.params]).toEqual(['NOT_FOUND', 'calls.noResource', { server: 'library' }])
  })

  it('I09, RS-03, RS-08: reads addresses of this computer and of the web from the server that named them, and from nowhere else', async () => {
    const uris = ['file:///etc/hostname', 'https://library.invalid/catalogue']
    const reads = await Promise.all(uris.map((uri) => opened.test.pool.readResource(libraryId, { uri }, signal)))
    expect(reads.flatMap(({ items }) => items)).toEqual(
      uris.map((uri) => ({ uri, mimeType: 'text/plain', text: 'what the server keeps under this address' })),
    )
  })

  it('RS-10: answers what a server asks before it lets itself be read, and marks what came as this request’s own', async () => {
    const read = await opened.test.pool.readResource(libraryId, { uri: 'library://members' }, signal)
    const told = { action: 'accept', content: { name: 'Ada' } }
    expect({ items: read.items.map(({ text }) => text), asked: read.asked }).toEqual({
      items: [`Told ${JSON.stringify(told)}`],
      asked: library.era === '2026',
    })
  })
})

it('keeps what it can of contents that are not well-formed, and refuses an answer without contents', () => {
  const read = parseResourceContents(
    { contents: [{ text: 'a' }, { uri: 'x:a/b', blob: 'AA==', text: 5 }, { uri: 'x:c' }, 7] },
    { serverId: serverId('s'), uri: 'x:a', asked: false, era: '2025' },
  )
  expect(read.items).toEqual([
    { uri: 'x:a', text: 'a' },
    { uri: 'x:a/b', blob: 'AA==' },
  ])
  expect(() => parseResourceContents({}, { serverId: serverId('s'), uri: 'x:a', asked: false, era: '2025' })).toThrow(
    expect.objectContaining({ code: 'PROTOCOL_ERROR', reason: 'calls.noContents', params: { server: 's' } }),
  )
})

it.each([
  ['file:///etc/passwd', { uri: 'notes://today', claimed: 'file:///etc/passwd' }],
  ['ui://other-server/page', { uri: 'notes://today', claimed: 'ui://other-server/page' }],
  ['notes://todayandmore', { uri: 'notes://today', claimed: 'notes://todayandmore' }],
  ['notes://today#part', { uri: 'notes://today#part' }],
])('I09: what a server gives for an address stays the answer to that, whatever it calls it: %s', (uri, address) => {
  const read = parseResourceContents(
    { contents: [{ uri, text: 'x' }] },
    { serverId: serverId('s'), uri: 'notes://today', asked: false, era: '2026' },
  )
  expect(read.items).toEqual([{ ...address, text: 'x' }])
})
