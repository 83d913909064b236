import type { AppPermission } from './app'

/**
 * Pure: whether a browser gives this to no app, whatever a person says. Chromium 156 asks for an origin before it gives a camera or a microphone, and
 * a document that is shut in has none ("Invalid security origin").
 */
export function isNeverGiven(permission: AppPermission): boolean {
  return permission === 'camera' || permission === 'microphone'
}
