import { act, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { passTime } from '../../../../testing/settle'
import { user } from '../../../../testing/user'
import { appStage, begin, frame, newHost, region } from '../testing/appStage'

const stage = appStage()
afterEach(() => void vi.useRealTimers())

const field = () => screen.getByLabelText<HTMLTextAreaElement>('Message')
const isHidden = (): boolean => frame().style.visibility === 'hidden'

async function showWithField(): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  await stage.show(newHost(), { beside: <textarea aria-label="Message" /> })
  await begin()
  act(() => field().focus())
}

/** The app takes the keyboard by itself. */
async function steal(): Promise<void> {
  act(() => frame().focus())
  await passTime(1)
}

// Catches: an app reads what a person types elsewhere, or they never learn that it did.
it('B07: an app that takes the keyboard while the person types is hidden, and what may be lost is said', async () => {
  await showWithField()
  await user.keyboard('rent')
  await steal()
  expect(document.activeElement).toBe(field())
  expect(isHidden()).toBe(true)
  const said = region().getByText(/The app took the keyboard while you typed/)
  expect(said.textContent).toContain('single letters may have gone into the app. It is hidden.')
  // It is told to whoever cannot see it, too.
  expect(said.getAttribute('role')).toBe('status')
  await user.keyboard(' is due')
  expect(field().value).toBe('rent is due')
  await user.click(region().getByRole('button', { name: 'Show app' }))
  expect([isHidden(), region().queryByText(/The app took the keyboard/)]).toEqual([false, null])
})

it('B07: an app that takes the keyboard of somebody who does not type is hidden a moment later, and nothing was lost', async () => {
  await showWithField()
  await steal()
  expect([document.activeElement, isHidden()]).toEqual([field(), false])
  await passTime(1_000)
  expect(isHidden()).toBe(true)
  expect(region().getByText('The app took the keyboard by itself. You have it back, and the app is hidden.')).not.toBeNull()
})

it('takes it again after it was shown: it is hidden again, and the line stands once', async () => {
  await showWithField()
  await user.keyboard('a')
  await steal()
  await user.click(region().getByRole('button', { name: 'Show app' }))
  act(() => field().focus())
  await user.keyboard('b')
  await steal()
  expect(isHidden()).toBe(true)
  expect(region().getAllByText(/The app took the keyboard/)).toHaveLength(1)
})

it('an app that goes on taking it ends, and says why', async () => {
  await showWithField()
  for (let time = 0; time < 5; time++) {
    await user.keyboard('a')
    await steal()
  }
  expect(region().getByText('The app ended.')).not.toBeNull()
  expect(region().getByText(/It kept taking the keyboard/)).not.toBeNull()
  expect(field().value).toBe('aaaaa')
})
