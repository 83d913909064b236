import * as z from 'zod'
import type { OpenedFrame } from '../confinedFrames/frameContent'
import { FrameContent } from '../confinedFrames/frameContentSchema'
import { call } from './contractKinds'

export const confinedFramesCalls = {
  /**
   * Makes a confined frame of at most 1,000,000 characters: an address that can be loaded once, in an iframe of Parley's page, within a
   * minute. Its content is given out only after the browser has shown that nothing gets out.
   * Result: the address and the origin.
   * Errors: NOT_FOUND (a shell without a page).
   */
  'confinedFrames.open': call<OpenedFrame>()(FrameContent),
  /**
   * Makes a confined frame for an app that may come, so that it has passed its self-test when it does. The page hands its origin to `apps.start`.
   * Result: the address and the origin.
   * Errors: NOT_FOUND (a shell without a page).
   */
  'confinedFrames.prepareApp': call<OpenedFrame>()(z.object({})),
}
