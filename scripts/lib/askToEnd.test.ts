import { expect, it } from 'vitest'
import { askToEnd } from './askToEnd.mjs'

function fakeChild(connected: boolean) {
  const done: string[] = []
  const child = {
    connected,
    disconnect: () => void done.push('disconnect'),
    kill: (signal: string) => done.push(signal) > 0,
  }
  return { child, done }
}

it.each([
  { platform: 'win32' as const, connected: true, does: 'disconnect' },
  { platform: 'win32' as const, connected: false, does: 'SIGTERM' },
  { platform: 'linux' as const, connected: true, does: 'SIGTERM' },
])('on $platform (channel: $connected) it does: $does', ({ platform, connected, does }) => {
  const { child, done } = fakeChild(connected)
  askToEnd(child, 'SIGTERM', platform)
  expect(done).toEqual([does])
})
