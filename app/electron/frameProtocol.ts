import { session } from 'electron'
import type { ConfinedFrameStore, FramePlace } from '../../main/confinedFrames/confinedFrameStore'
import { FRAME_SCHEME, ORIGIN } from './pageOrigin'

/** Where the desktop shell serves frames: under a scheme of their own, each host an origin. */
export const framePlace: Omit<FramePlace, 'scripts'> = { originOf: (id) => `${FRAME_SCHEME}://${id}`, pages: [ORIGIN] }

/** Serves confined frames. */
export function serveFrameScheme(answer: ConfinedFrameStore['answer']): void {
  session.defaultSession.protocol.handle(FRAME_SCHEME, async (request) => {
    const { host, pathname } = new URL(request.url)
    const { status, headers, body } = await answer(request.method === 'GET' ? host : '', pathname)
    return new Response(body, { status, headers: { ...headers } })
  })
}
