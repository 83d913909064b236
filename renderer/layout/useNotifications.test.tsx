import { afterEach, beforeEach, expect, it } from 'vitest'
import { QuestionId, ServerId } from '../../shared/domain/ids'
import type { Question } from '../../shared/domain/question'
import { FakeHost } from '../testing/fakeHost'
import { renderWithHost } from '../testing/renderWithHost'
import { settle } from '../testing/settle'
import { useNavigation } from '../state/navigation'
import { useNotifications } from './useNotifications'

/** Replaces notifications, which jsdom does not have, and records what the desktop would show. */
class DesktopNotification extends EventTarget {
  static readonly shown: DesktopNotification[] = []
  static readonly permission = 'granted'
  readonly title: string
  readonly body: string
  readonly tag: string
  closed = false
  constructor(title: string, { body, tag }: { readonly body: string; readonly tag: string }) {
    super()
    this.title = title
    this.body = body
    this.tag = tag
    DesktopNotification.shown.push(this)
  }
  close() {
    this.closed = true
  }
}

function Watching() {
  useNotifications()
  return null
}

const question = (n: number): Question => ({
  id: QuestionId.parse(`5f0f3a4e-6f9b-4c53-9d4f-0d2f5a3c1b0${n}`),
  asker: { serverId: ServerId.parse('Files'), callIds: [] },
  created: 0,
  expires: 1,
  details: { kind: 'form', message: 'URGENT: call 555-0100', fields: [], secretLooking: [] },
})
const settings = (notifications: boolean) => ({
  appearance: { language: 'system', theme: 'system', textSize: 100 } as const,
  notifications,
  automaticSummaries: false,
})
const hasFocus = document.hasFocus.bind(document)

beforeEach(() => {
  DesktopNotification.shown.length = 0
  Object.assign(globalThis, { Notification: DesktopNotification })
  Object.assign(document, { hasFocus: () => false })
  Object.assign(window, { focus: () => undefined })
  useNavigation.setState(useNavigation.getInitialState())
})
afterEach(() => Object.assign(document, { hasFocus }))

it('tells of a question once, under the name of Parley, and takes it back when the question has ended', async () => {
  const host = new FakeHost().publish('settings', settings(true)).publish('questions', { open: [], ended: [] })
  const view = await renderWithHost(<Watching />, host)
  for (const open of [[question(1)], [question(1), question(2)], [question(2)]]) {
    view.host.publish('questions', { open, ended: [] })
    await settle()
  }
  expect(DesktopNotification.shown.map(({ title, tag, closed }) => [title, tag, closed])).toEqual([
    ['Parley', question(1).id, true],
    ['Parley', question(2).id, false],
  ])
})

async function arrive(wanted: boolean, ...arriving: readonly Question[]): Promise<readonly string[]> {
  const host = new FakeHost().publish('settings', settings(wanted)).publish('questions', { open: [question(1)], ended: [] })
  const view = await renderWithHost(<Watching />, host)
  view.host.publish('questions', { open: [question(1), ...arriving], ended: [] })
  await settle()
  return DesktopNotification.shown.map(({ body }) => body)
}

it('tells of a question that arrives while nobody looks, in words that no server wrote', async () => {
  expect(await arrive(true, question(2))).toEqual(['“Files” waits for you'])
  DesktopNotification.shown[0]?.dispatchEvent(new Event('click'))
  expect(useNavigation.getState().questionId).toBe(question(2).id)
})

it('tells nothing unless it was switched on, nor of what waited already, nor to somebody who looks', async () => {
  expect(await arrive(false, question(2))).toEqual([])
  expect(await arrive(true)).toEqual([])
  Object.assign(document, { hasFocus: () => true })
  expect(await arrive(true, question(3))).toEqual([])
})
