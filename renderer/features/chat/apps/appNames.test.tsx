import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Call } from '../../../../shared/domain/chat'
import { AppId } from '../../../../shared/domain/apps/app'
import { CallId } from '../../../../shared/domain/ids'
import { user } from '../../../testing/user'
import { namesOf } from '../../../testing/namesOf'
import { AppRegion } from './AppRegion'
import { appStage, begin, conversationId, newHost, started } from './testing/appStage'

const stage = appStage()
const other = (more: Partial<Call>): Call => ({ ...stage.call, id: CallId.parse(crypto.randomUUID()), startedAt: 2_000, ...more })
const beside = (...calls: readonly Call[]) => calls.map((call) => <AppRegion key={call.id} call={call} conversationId={conversationId} />)
const names = () => namesOf(screen.getAllByRole('region'))

// Catches: a screen reader lists "App of “Budget”" as often as the server has apps in the conversation, and nobody knows which is which.
it('the apps of one server have names of their own: the tool, and a number where that is equal too', async () => {
  await stage.show(newHost(3_000), { beside: beside(other({ tool: 'show-plan' }), other({}), other({})) })
  expect(names()).toEqual([
    'App of “Budget”: “show-budget”, 1',
    'App of “Budget”: “show-plan”',
    'App of “Budget”: “show-budget”, 2',
    'App of “Budget”: “show-budget”, 3',
  ])
})

it('the only app of its server needs no more than its server’s name, also beside those of others', async () => {
  const [another] = [{ ...stage.call, id: CallId.parse(crypto.randomUUID()), serverId: 'Maps' as Call['serverId'] }]
  await stage.show(newHost(3_000), { beside: beside(another) })
  expect(names()).toEqual(['App of “Budget”', 'App of “Maps”'])
})

it('a tool with a title is named by it, also where its app is shown elsewhere, and its frame has the name too', async () => {
  const titled = { ...started, tool: { name: 'show-budget', title: 'The budget \u202e of May' } }
  const second = other({})
  const host = newHost().answer('apps.start', ({ callId }) =>
    callId === second.id ? { ...started, appId: AppId.parse(crypto.randomUUID()) } : titled,
  )
  await stage.show(host)
  await begin()
  stage.leave()
  await stage.show(host, { beside: beside(second) })
  expect(names()[0]).toBe('App of “Budget”: “The budget ‹U+202E› of May”')
  expect(screen.getByTitle(/^Content of the app of “Budget”: “The budget/)).not.toBeNull()
  await user.click(screen.getAllByRole('button', { name: 'Full window' })[0] ?? document.body)
  expect(names().at(-1)).toBe('App of “Budget”: “The budget ‹U+202E› of May”')
  await user.keyboard('{Escape}')
})
