import { expect, it } from 'vitest'
import { framePermissions, type FramePermission } from '../../main/confinedFrames/appFramePolicy'
import { decidePermission } from './decidePermission'

const page = { address: 'app://parley/', isMainFrame: true, media: [] }
const frame = { address: 'app-frame://f1/document', isMainFrame: false, media: [] }
const asked = [
  'clipboard-sanitized-write',
  'clipboard-read',
  'notifications',
  'media',
  'geolocation',
  'fullscreen',
  'pointerLock',
  'openExternal',
  'constructor',
]
const given = (request: Omit<Parameters<typeof decidePermission>[0], 'permission'>, granted: readonly FramePermission[] = []) =>
  asked.filter((permission) => decidePermission({ ...request, permission }, (id) => (id === 'f1' ? granted : [])))

it('Parley’s page gets its few permissions, and at its own address only', () => {
  expect([given(page), given({ ...page, address: 'app://other/' }), given({ ...page, address: 'https://parley/' })]).toEqual([
    ['clipboard-sanitized-write', 'notifications'],
    [],
    [],
  ])
})

it('G02: the document of an app gets exactly what was granted to its frame, and another frame nothing of it', () => {
  expect([
    given(frame),
    given(frame, framePermissions),
    given(frame, ['geolocation']),
    given({ ...frame, address: 'app-frame://f2/document' }, framePermissions),
    given({ ...frame, address: 'https://f1/document' }, framePermissions),
    given({ ...frame, address: 'app://parley/' }, framePermissions),
    given({ ...frame, isMainFrame: true }, framePermissions),
  ]).toEqual([[], ['clipboard-sanitized-write', 'media', 'geolocation'], ['geolocation'], [], [], [], []])
})

it('camera and microphone are granted apart, and a request that does not say which needs both', () => {
  const media = (kinds: readonly string[], granted: readonly FramePermission[]) =>
    decidePermission({ ...frame, permission: 'media', media: kinds }, () => granted)
  expect([
    media(['video'], ['camera']),
    media(['audio'], ['camera']),
    media(['audio', 'video'], ['camera']),
    media(['audio', 'video'], ['camera', 'microphone']),
    media(['unknown'], ['camera']),
    media([], ['microphone']),
  ]).toEqual([true, false, false, true, false, false])
})
