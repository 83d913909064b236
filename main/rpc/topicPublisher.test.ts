import { describe, expect, it } from 'vitest'
import type { SettingsView } from '../../shared/domain/settings'
import { Emitter } from '../lib/emitter'
import { TopicHub } from './topicHub'
import { TopicPublisher } from './topicPublisher'

const view = (notifications: boolean): SettingsView => ({
  appearance: { theme: 'system', textSize: 100, language: 'system' },
  notifications,
  automaticSummaries: false,
})

/** One topic with two sources. Records what was sent, and how often it was computed. */
function setUp() {
  const hub = new TopicHub()
  const publisher = new TopicPublisher(hub)
  const [file, policy] = [new Emitter<void>(), new Emitter<number>()]
  const sent: unknown[] = []
  const state = { read: () => view(false), computed: 0, sent }
  const value = (): SettingsView => {
    state.computed++
    return state.read()
  }
  publisher.follow('settings', { sources: [file, policy], value })
  hub.watch('settings', (value) => sent.push(value))
  return { publisher, file, policy, state }
}

const tick = () => Promise.resolve()

describe('TopicPublisher', () => {
  it('has the value from the start, and publishes once for all changes of one tick', async () => {
    const { file, policy, state } = setUp()
    state.read = () => view(true)
    file.emit()
    policy.emit(1)
    expect([state.computed, state.sent]).toEqual([1, [view(false)]])
    await tick()
    expect([state.computed, state.sent]).toEqual([2, [view(false), view(true)]])
  })

  it('publishes before the reply of the call that made the change', async () => {
    const { file, state } = setUp()
    const order: string[] = []
    const handler = async (): Promise<void> => {
      state.read = () => view(true)
      file.emit()
    }
    await handler().then(() => order.push(state.sent.length === 2 ? 'published, then replied' : 'replied first'))
    expect(order).toEqual(['published, then replied'])
  })

  it('does not publish a value that equals the last one', async () => {
    const { file, state } = setUp()
    file.emit()
    await tick()
    expect([state.computed, state.sent]).toEqual([2, [view(false)]])
  })

  it('goes on after a value that cannot be computed, as when the disk fails: the last one stays', async () => {
    const { file, state } = setUp()
    state.read = () => {
      throw new Error('The disk is full')
    }
    file.emit()
    await tick()
    state.read = () => view(true)
    file.emit()
    await tick()
    expect(state.sent).toEqual([view(false), view(true)])
  })

  it('computes nothing after it was disposed: what it reads is closed', async () => {
    const { publisher, file, state } = setUp()
    file.emit()
    publisher[Symbol.dispose]()
    file.emit()
    await tick()
    expect(state.computed).toBe(1)
  })
})
