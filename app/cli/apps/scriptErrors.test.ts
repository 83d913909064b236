import { expect, it } from 'vitest'
import { ScriptErrors } from './scriptErrors'

const DOCUMENT = 'http://0123.localhost:1234/document'

/** The events of a page with an app in it, each frame in a session of its own. */
function page() {
  const errors = new ScriptErrors(DOCUMENT)
  const tell = (sessionId: string, method: string, params: Readonly<Record<string, unknown>>) =>
    errors.take({ method, params, sessionId, length: 0 })
  return {
    errors,
    shows(session: string, frame: string, url: string, parentId?: string) {
      tell(session, 'Page.frameNavigated', { frame: { id: frame, url, ...(parentId !== undefined && { parentId }) } })
      tell(session, 'Runtime.executionContextCreated', { context: { id: 1, auxData: { frameId: frame, isDefault: true } } })
    },
    throws(session: string, exceptionId: number, description: unknown, executionContextId = 1) {
      const exceptionDetails = { exceptionId, executionContextId, text: 'Uncaught', exception: { description } }
      tell(session, 'Runtime.exceptionThrown', { exceptionDetails })
    },
    revokes: (session: string, exceptionId: number) => tell(session, 'Runtime.exceptionRevoked', { exceptionId }),
    tell,
  }
}

// Catches: an author is told errors of a page that the app only shows, or of Parley's own documents, as the app's.
it('tells the errors of the app’s document, and of no page around it or in it', () => {
  const { errors, shows, throws } = page()
  shows('parley', 'P', 'http://127.0.0.1:1234/')
  shows('outer', 'O', 'http://0123.localhost:1234/', 'P')
  shows('test', 'T', 'http://0123.localhost:1234/self-test', 'O')
  shows('app', 'A', DOCUMENT, 'O')
  shows('video', 'V', 'https://video.example/document', 'A')
  shows('blank', 'B', 'about:blank', 'V')
  for (const session of ['parley', 'outer', 'test', 'app', 'video', 'blank', 'unknown'])
    throws(session, 1, `Error: of ${session}\n    at x`)
  expect(errors.told).toEqual(['Error: of app'])
})

it('what the app writes itself into a frame of its document is the app’s', () => {
  const { errors, shows, throws, tell } = page()
  shows('app', 'A', DOCUMENT)
  tell('app', 'Page.frameAttached', { frameId: 'S', parentFrameId: 'A' })
  tell('app', 'Runtime.executionContextCreated', { context: { id: 2, auxData: { frameId: 'S' } } })
  throws('app', 1, 'Error: in its own', 2)
  shows('inner', 'D', 'about:srcdoc', 'S')
  throws('inner', 1, 'Error: in the next')
  expect(errors.told).toEqual(['Error: in its own', 'Error: in the next'])
})

// Catches: a promise that is caught a moment later is told as an error.
it('leaves out an error that was caught after all, in its own session alone', () => {
  const { errors, shows, throws, revokes } = page()
  shows('app', 'A', DOCUMENT)
  throws('app', 1, 'Error: caught late')
  throws('app', 2, 'Error: never caught')
  revokes('other', 2)
  revokes('app', 1)
  expect(errors.told).toEqual(['Error: never caught'])
})

it('tells each error once, no more than twenty, and the beginning of a long one', () => {
  const { errors, shows, throws } = page()
  shows('app', 'A', DOCUMENT)
  throws('app', 1, 'x'.repeat(10_000))
  for (let id = 2; id < 100; id++) throws('app', id, `Error: ${id % 50}`)
  expect([errors.told.length, errors.told[0]?.length, new Set(errors.told).size]).toEqual([20, 500, 20])
})
