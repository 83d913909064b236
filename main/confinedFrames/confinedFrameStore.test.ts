import { expect, it } from 'vitest'
import type { Clock } from '../lib/clock'
import { systemClock } from '../lib/clock'
import { ConfinedFrameStore } from './confinedFrameStore'

function storeAt(now: () => number = () => 0): ConfinedFrameStore {
  const clock: Clock = { ...systemClock, now }
  return new ConfinedFrameStore({
    place: {
      originOf: (id) => `http://${id}.localhost:1`,
      pages: ['http://127.0.0.1:2'],
      scripts: async (name) => `run('${name}')</script>`,
    },
    clock,
  })
}
const idOf = (origin: string): string => new URL(origin).hostname.split('.')[0] ?? ''

it('AH-06: gives a document out once, and only after the outer document and the self-test', async () => {
  const store = storeAt()
  const id = idOf(store.open({ kind: 'html', text: '<p>theirs' }).origin)
  const statuses: number[] = []
  for (const path of ['/document', '/', '/document', '/', '/self-test', '/other', '/document', '/document'])
    statuses.push((await store.answer(id, path)).status)
  expect(statuses).toEqual([404, 200, 404, 404, 200, 404, 200, 404])
})

it('tests with exactly the headers of the document', async () => {
  const store = storeAt()
  const id = idOf(store.open({ kind: 'html', text: '<p>theirs' }).origin)
  await store.answer(id, '/')
  const tested = await store.answer(id, '/self-test')
  const shown = await store.answer(id, '/document')
  expect(shown.headers).toEqual(tested.headers)
  expect([tested.body.includes('theirs'), shown.body]).toEqual([false, '<p>theirs'])
})

const grant = { connect: ['https://a.test'], load: [], frames: [], ownCode: false, redirects: false, permissions: ['camera'] } as const

it('an app has the headers of its grant from the self-test on, and Parley’s scripts and what it stored before anything of its own', async () => {
  const store = storeAt()
  const opened = store.openApp({ html: '<!doctype html><p>theirs', grant, stored: [['a', '&quot;</script>']] })
  const id = idOf(opened.origin)
  const outer = await store.answer(id, '/')
  const tested = await store.answer(id, '/self-test')
  const shown = await store.answer(id, '/document')
  expect([opened.app, outer.body.includes('<body data-app-allow="camera">'), outer.headers['Permissions-Policy']]).toEqual([
    { allow: 'camera' },
    true,
    expect.stringContaining('camera=*'),
  ])
  expect([tested.headers, tested.headers['Connection-Allowlist'], tested.body.includes('theirs')]).toEqual([
    shown.headers,
    '("https://a.test");report-to=parley',
    false,
  ])
  expect(shown.body).toBe(
    `<!doctype html><script>run('reporter')<\\/script></script><script data-json="[[&quot;a&quot;,&quot;&amp;quot;</script>&quot;]]">run('appStorage')<\\/script></script><p>theirs`,
  )
})

const nothing = { connect: [], load: [], frames: [], ownCode: false, redirects: false, permissions: [] } as const
const statusesOf = async (store: ConfinedFrameStore, id: string, paths: readonly string[]): Promise<readonly number[]> => {
  const statuses: number[] = []
  for (const path of paths) statuses.push((await store.answer(id, path)).status)
  return statuses
}

it('a prepared frame has no document until an app gets it, and then that one, once, under the headers of its test', async () => {
  const store = storeAt()
  const prepared = store.prepareApp()
  const id = idOf(prepared.origin)
  const outer = await store.answer(id, '/')
  const tested = await store.answer(id, '/self-test')
  expect([outer.body.includes('data-prepared'), await statusesOf(store, id, ['/document', '/', '/self-test'])]).toEqual([
    true,
    [404, 404, 404],
  ])
  const opened = store.openApp({ html: '<p>theirs', grant: nothing, prepared: prepared.origin })
  expect([opened.address, opened.app]).toEqual([prepared.address, { allow: '', prepared: true }])
  const shown = await store.answer(id, '/document')
  expect([shown.headers, shown.body.endsWith('<p>theirs'), await statusesOf(store, id, ['/document'])]).toEqual([
    tested.headers,
    true,
    [404],
  ])
})

it.each([
  ['that was granted something', { grant }],
  ['that was granted a permission alone', { grant: { ...nothing, permissions: ['camera'] } }],
  ['that may run unprotected', { grant: nothing, unprotected: true }],
] as const)('an app %s gets a frame of its own, with a self-test of its own', async (_of, app) => {
  const store = storeAt()
  const { origin } = store.prepareApp()
  expect(await statusesOf(store, idOf(origin), ['/', '/self-test'])).toEqual([200, 200])
  const opened = store.openApp({ html: '<p>theirs', prepared: origin, ...app })
  expect([opened.origin === origin, opened.app?.prepared]).toEqual([false, undefined])
  expect(await statusesOf(store, idOf(origin), ['/document'])).toEqual([404])
  expect(await statusesOf(store, idOf(opened.origin), ['/document', '/', '/self-test', '/document'])).toEqual([404, 200, 200, 200])
})

it('a prepared frame is not given to an app before its test was loaded, nor to two apps, and an address that is none is nobody’s', async () => {
  const store = storeAt()
  const early = store.prepareApp().origin
  await store.answer(idOf(early), '/')
  expect(store.openApp({ html: '', grant: nothing, prepared: early }).origin).not.toBe(early)
  const { origin } = store.prepareApp()
  await statusesOf(store, idOf(origin), ['/', '/self-test'])
  const [first, second] = [0, 1].map(() => store.openApp({ html: '', grant: nothing, prepared: origin }).origin)
  expect([first === origin, second === origin]).toEqual([true, false])
  for (const prepared of ['', 'toString', 'http://__proto__.localhost:1', store.open({ kind: 'html', text: '' }).origin])
    expect(store.openApp({ html: '', grant: nothing, prepared }).app?.prepared).toBeUndefined()
})

it('a prepared frame waits longer than a minute, and the oldest is forgotten when pages prepare many', async () => {
  let now = 0
  const store = storeAt(() => now)
  const origins = Array.from({ length: 9 }, () => store.prepareApp().origin)
  now = 600_000
  expect(await statusesOf(store, idOf(origins[0] ?? ''), ['/'])).toEqual([404])
  expect(await statusesOf(store, idOf(origins[1] ?? ''), ['/', '/self-test'])).toEqual([200, 200])
})

it('L25: an app of over 5 MB is refused', () => {
  const html = 'x'.repeat(5 * 1024 * 1024)
  const store = storeAt()
  const { app, policy } = store.openApp({ html, grant })
  expect(app).toBeDefined()
  // What its author is told is what the browser is told.
  expect(policy).toEqual({
    content: expect.stringContaining("default-src 'none'"),
    connections: expect.stringMatching(/^\(.*\);report-to=parley/),
  })
  expect(() => store.openApp({ html: `${html}x`, grant })).toThrow(expect.objectContaining({ code: 'MESSAGE_TOO_LARGE' }))
})

it('knows what a frame may ask the person for after it was loaded, and nothing of any other', async () => {
  const store = storeAt()
  const id = idOf(store.openApp({ html: '', grant }).origin)
  for (const path of ['/', '/self-test', '/document']) await store.answer(id, path)
  const plain = idOf(store.openApp({ html: '', grant: { ...grant, permissions: [] } }).origin)
  expect([store.permissionsOf(id), store.permissionsOf(plain), store.permissionsOf('__proto__')]).toEqual([['camera'], [], []])
})

it('a script of Parley’s cannot end its own element', async () => {
  const store = storeAt()
  const { body } = await store.answer(idOf(store.open({ kind: 'diagrams' }).origin), '/')
  expect(body.match(/<\/script/g)).toHaveLength(1)
})

it('forgets a frame that is not loaded within a minute, and the oldest when many wait', async () => {
  let now = 0
  const store = storeAt(() => now)
  const ids = Array.from({ length: 17 }, () => idOf(store.open({ kind: 'svg', text: '<svg/>' }).origin))
  expect([(await store.answer(ids[0] ?? '', '/')).status, (await store.answer(ids[1] ?? '', '/')).status]).toEqual([404, 200])
  now = 60_000
  expect((await store.answer(ids[2] ?? '', '/')).status).toBe(404)
})
