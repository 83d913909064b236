import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FakeHost } from '../../../../testing/fakeHost'
import { passTime, settle } from '../../../../testing/settle'
import { appId, appStage, asked, begin, frame, hear, newHost, say } from '../testing/appStage'

const stage = appStage()
afterEach(() => void vi.useRealTimers().restoreAllMocks())

type Seen = Pick<IntersectionObserverEntry, 'intersectionRatio'> & { readonly isVisible: boolean }
let tell: (seen: Seen) => void = () => undefined
/** What the browser has seen and not told. */
let untold: readonly Seen[] = []
const whole = { intersectionRatio: 1, isVisible: true }
const covered = { intersectionRatio: 1, isVisible: false }
const area = { x: 10, y: 20, width: 300, height: 200 }
let top = area.y

beforeEach(() => {
  untold = []
  top = area.y
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  vi.spyOn(HTMLIFrameElement.prototype, 'getBoundingClientRect').mockImplementation(() => new DOMRect(area.x, top, area.width, area.height))
})

/** A running app in the desktop shell, whose visibility the test tells. */
async function run(shell: 'electron' | 'browser' = 'electron'): Promise<FakeHost> {
  vi.useFakeTimers()
  const host = newHost()
  const facts = { shell, version: '1', platform: 'linux', dataDir: '/d', secretsKept: 'keychain', fresh: false, problems: [] } as const
  host.publish('app', facts).answer('apps.takePicture', () => true)
  host.answer('apps.keepPicture', () => true)
  await stage.show(host)
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(hears: (entries: readonly Seen[]) => void) {
        tell = (seen) => hears([seen])
      }
      observe = () => undefined
      disconnect = () => void (tell = () => undefined)
      takeRecords = () => untold
    },
  )
  await begin()
  return host
}

const see = (seen: Seen): Promise<void> => act(async () => tell(seen))
const pictures = (host: FakeHost) => [asked(host, 'apps.takePicture').length, asked(host, 'apps.keepPicture').length]

it('an app that is seen whole is pictured a second after it came to rest, and kept when nothing came over it until a while after', async () => {
  const host = await run()
  await passTime(5_000)
  expect(pictures(host)).toEqual([0, 0])
  await see(whole)
  await passTime(999)
  expect(pictures(host)).toEqual([0, 0])
  await passTime(1)
  expect(asked(host, 'apps.takePicture')).toEqual([{ appId, area }])
  expect(pictures(host)).toEqual([1, 0])
  await passTime(400)
  expect(asked(host, 'apps.keepPicture')).toEqual([{ appId }])
  await passTime(4_999)
  expect(pictures(host)).toEqual([2, 1])
})

// Catches: a question that opened in the same moment is in the picture.
it.each([
  ['something came over it', () => see(covered)],
  ['the browser saw something over it, and had not told it yet', () => Promise.resolve(void (untold = [covered]))],
  ['it was scrolled', () => Promise.resolve(void (top += 40))],
  ['it got another height', () => say({ method: 'ui/notifications/size-changed', params: { height: 555 } })],
])('L27: a picture is not kept where %s while it was taken', async (_what, happens) => {
  const host = await run()
  await see(whole)
  await passTime(1_000)
  await happens()
  await passTime(400)
  expect(pictures(host)).toEqual([1, 0])
})

it('one that is covered or seen in part is not pictured, and one that was scrolled is pictured again when it rests', async () => {
  const host = await run()
  await see(covered)
  await passTime(10_000)
  await see({ intersectionRatio: 0.9, isVisible: true })
  await passTime(10_000)
  expect(pictures(host)).toEqual([0, 0])
  await see(whole)
  await passTime(1_000)
  top += 40
  await passTime(5_400)
  expect(asked(host, 'apps.takePicture').at(-1)).toEqual({ appId, area: { ...area, y: area.y + 40 } })
  expect(pictures(host)).toEqual([2, 1])
})

it('nobody is asked while the window is not in front, once it was pictured as it is, nor after it ended', async () => {
  const host = await run()
  vi.mocked(document.hasFocus).mockReturnValue(false)
  await see(whole)
  await passTime(20_000)
  expect(pictures(host)).toEqual([1, 1])
  vi.mocked(document.hasFocus).mockReturnValue(true)
  await act(async () => void window.dispatchEvent(new Event('focus')))
  await passTime(500)
  expect(pictures(host)).toEqual([2, 2])
  await hear({ parleyFrame: 'flooded' })
  await passTime(20_000)
  expect(pictures(host)).toEqual([2, 2])
})

// Catches: a window that nobody touches is pictured every five seconds for days.
it('an app that looks the same is pictured less and less often, until somebody comes to it', async () => {
  const host = await run()
  host.answer('apps.keepPicture', () => false)
  await see(whole)
  await passTime(1_400)
  expect(pictures(host)).toEqual([1, 1])
  await passTime(9_000)
  expect(pictures(host)).toEqual([1, 1])
  await passTime(1_000)
  expect(pictures(host)).toEqual([2, 2])
  await passTime(600_000)
  const [before = 0] = pictures(host)
  expect(before).toBeLessThan(20)
  await act(async () => void frame().dispatchEvent(new Event('pointerenter')))
  await passTime(5_400)
  expect(pictures(host)).toEqual([before + 1, before + 1])
})

it('what the host could not take is tried again, and not kept', async () => {
  const host = await run()
  host.answer('apps.takePicture', () => false)
  await see(whole)
  await passTime(6_000)
  expect(pictures(host)).toEqual([2, 0])
})

it('in a browser the host is asked for none', async () => {
  const host = await run('browser')
  await see(whole)
  await passTime(20_000)
  await settle()
  expect([pictures(host), frame().isConnected]).toEqual([[0, 0], true])
})
