import { act, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { AppId } from '../../../../shared/domain/apps/app'
import { AppError } from '../../../../shared/errors/appError'
import { framePool } from '../../../confinedFrame/framePool'
import { settle } from '../../../testing/settle'
import { user } from '../../../testing/user'
import { decideAboutLink, useLinkToOpen } from '../../../state/linkToOpen'
import { useAppFacts, type AppSimulation } from '../../../state/appFacts'
import { useNavigation } from '../../../state/navigation'
import {
  appStage,
  asked,
  begin,
  conversationId,
  appId,
  frame,
  hear,
  newHost,
  region,
  say,
  started,
  state,
  wordsOf,
} from './testing/appStage'

const stage = appStage()
const { show } = stage

/** The app says that it has put its things away. */
const putAway = () => say({ id: 'parley-1', result: {} })

it('AH-33: an app of this run starts when its row is seen, gets its result, and has the height that it asks for', async () => {
  const host = await show()
  expect(region().getByText('Starting')).not.toBeNull()
  const post = vi.spyOn(frame().contentWindow ?? window, 'postMessage')
  await begin()
  expect(region().queryByText('Starting')).toBeNull()
  expect(post.mock.calls.map(([message]) => (message as { method?: string }).method)).toEqual([
    undefined,
    'ui/notifications/tool-input',
    'ui/notifications/tool-result',
  ])
  await say({ method: 'ui/notifications/size-changed', params: { height: 240 } })
  expect(frame().closest('[style*="height: 240px"]')).not.toBeNull()
  expect(asked(host, 'apps.start')).toEqual([{ conversationId, callId: stage.call.id }])
})

it('an app of an earlier run waits until the person starts it', async () => {
  const host = await show(newHost(2_000))
  expect(region().getByText('Apps do not start by themselves after a restart.')).not.toBeNull()
  expect(asked(host, 'apps.start')).toEqual([])
  await user.click(region().getByRole('button', { name: 'Restart app' }))
  expect(asked(host, 'apps.start')).toHaveLength(1)
})

it('says why an app ended, and starts it anew', async () => {
  const host = await show()
  await begin()
  await hear({ parleyFrame: 'flooded' })
  expect(region().getByText('The app ended.')).not.toBeNull()
  expect(region().getByText(/sent messages without end/)).not.toBeNull()
  await user.click(region().getByRole('button', { name: 'Restart app' }))
  await settle()
  expect([asked(host, 'apps.stop').length, asked(host, 'apps.start').length]).toEqual([1, 2])
})

it('an app that is not open is put away, and its bar starts it anew', async () => {
  const host = await show(newHost(2_000))
  await user.click(region().getByRole('button', { name: 'Close app' }))
  expect(region().queryByText('The app is not running.')).toBeNull()
  await user.click(region().getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Restart app' }))
  expect(asked(host, 'apps.start')).toHaveLength(1)
})

// Catches: an app that was closed right before Parley quit had lost the last of what it keeps, though it had been said to have ended.
it('an app that a person closes has ended once the host has taken what it keeps', async () => {
  const taken = Promise.withResolvers<undefined>()
  await show(newHost().answer('apps.stop', () => taken.promise))
  await begin()
  await user.click(region().getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Close app' }))
  await putAway()
  expect(region().queryByText('The app ended.')).toBeNull()
  await act(async () => taken.resolve(undefined))
  await settle()
  expect(region().getByText('The app ended.')).not.toBeNull()
})

it('an app that the host cannot open says so', async () => {
  await show(
    newHost().answer('apps.start', () => {
      throw new AppError('UNTRUSTED_CONTENT', 'No page that can be shown')
    }),
  )
  expect(region().getByText(/No page that can be shown/)).not.toBeNull()
})

it('an app that the host ended is over', async () => {
  const host = await show()
  await begin()
  await act(async () => void host.publish('apps.states', { runningSince: 0, open: [state] }))
  await settle()
  await act(async () => void host.publish('apps.states', { runningSince: 0, open: [] }))
  await putAway()
  expect(region().getByText('The app ended.')).not.toBeNull()
})

it('asks for each tool in a line, and opens nothing by itself', async () => {
  const host = await show()
  await begin()
  await act(async () => void host.publish('apps.states', { runningSince: 0, open: [state] }))
  await settle()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(wordsOf(region().getByText(/Let the app call/))).toBe('Let the app call refresh-data while it is open Reads only')
  expect(wordsOf(region().getByText(/You denied/))).toBe('You denied move-money. The app was told.')
  await user.click(region().getByRole('button', { name: 'Deny' }))
  await user.click(region().getByRole('button', { name: 'Allow it after all' }))
  expect(asked(host, 'apps.answerTool')).toEqual([
    { appId, tool: 'refresh-data', allow: false },
    { appId, tool: 'move-money', allow: true },
  ])
})

it('L15: says how many of its requests were refused because they came too fast', async () => {
  const host = await show()
  await begin()
  await act(async () => void host.publish('apps.states', { runningSince: 0, open: [{ ...state, refused: 7 }] }))
  await settle()
  expect(region().getByText('7 requests of the app were refused, because it asked more than 5 times in a second.')).not.toBeNull()
})

it('code that an app may not run leads to the question, where nothing is ticked', async () => {
  const host = await show()
  await begin()
  await hear({ parleyFrame: 'notices', notices: [{ kind: 'refusedCode', count: 2 }] })
  await user.click(region().getByRole('button', { name: 'Allow own code…' }))
  const question = within(await screen.findByRole('dialog'))
  expect(question.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).checked)).toEqual([false, false, false])
  await user.click(question.getByRole('checkbox', { name: 'May run code that it writes itself' }))
  const allow = await question.findByRole('button', { name: 'Allow own code this time' })
  await vi.waitFor(() => expect(allow).toHaveProperty('disabled', false))
  await user.click(allow)
  await putAway()
  expect(asked(host, 'apps.grant')).toMatchObject([{ grant: { origins: [], ownCode: true, redirects: false }, lasts: 'open' }])
})

// Catches: an app that is sent on to any host, which nobody had switched on; or never, though somebody had.
it.each([false, true])('follows redirects only where that was switched on: %s', async (redirects) => {
  const host = await show()
  await begin()
  await hear({ parleyFrame: 'notices', notices: [{ kind: 'refused', origin: 'https://api.example', way: 'connect', count: 1 }] })
  await user.click(region().getByRole('button', { name: 'Allow api.example…' }))
  const question = within(await screen.findByRole('dialog'))
  const follow = question.getByRole('switch', { name: 'Follow redirects to other hosts' })
  expect(follow.getAttribute('aria-checked')).toBe('false')
  if (redirects) await user.click(follow)
  await user.click(question.getByRole('checkbox', { name: 'api.example' }))
  const allow = await question.findByRole('button', { name: 'Allow 1 host this time' })
  await vi.waitFor(() => expect(allow).toHaveProperty('disabled', false))
  await user.click(allow)
  await putAway()
  expect(asked(host, 'apps.grant')).toMatchObject([{ grant: { origins: ['https://api.example'], redirects } }])
})

it.each([
  [{ changes: true }, 'Asks each time'],
  [{ changes: false }, 'Asks once'],
  [{ changes: false, readsOnly: true }, 'Reads only'],
] as const)('says of a tool that it only reads where its server says so, and not where no one says anything: %j', async (hints, words) => {
  const host = await show()
  await begin()
  const wishes = [{ tool: 'save_pdf', ...hints }]
  await act(async () => void host.publish('apps.states', { runningSince: 0, open: [{ ...state, wishes }] }))
  await settle()
  expect(wordsOf(region().getByText(/Let the app call/))).toBe(`Let the app call save_pdf while it is open ${words}`)
})

it('a host that was refused leads to the question, where nothing is ticked, and what is allowed starts the app anew', async () => {
  const id = AppId.parse('00000000-0000-4000-8000-000000000009')
  const host = await show(newHost().answer('apps.start', () => ({ ...started, appId: id })))
  await begin()
  const refused = (name: string, count: number) => ({ kind: 'refused', origin: `https://${name}`, way: 'connect', count })
  await hear({ parleyFrame: 'notices', notices: [refused('api.example', 14), refused('evil.example', 1)] })
  expect(wordsOf(region().getByText(/The app asked for/))).toBe('The app asked for api.example, refused 14 times. Nothing was sent.')
  await user.click(region().getByRole('button', { name: 'Show all 2' }))
  expect(region().queryByRole('button', { name: 'Allow evil.example…' })).toBeNull()
  await user.click(region().getByRole('button', { name: 'Allow api.example…' }))
  const question = within(await screen.findByRole('dialog', { name: 'Allow the app of “Budget” to reach 2 hosts?' }))
  expect(question.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).checked)).toEqual([false, false, false])
  expect(question.getByText('any host that ends in .tiles.example')).not.toBeNull()
  expect(question.getByRole('button', { name: 'Always allow' })).toHaveProperty('disabled', true)
  await user.click(question.getByRole('checkbox', { name: 'api.example' }))
  await user.click(question.getByRole('checkbox', { name: 'May run code that it writes itself' }))
  const allow = await question.findByRole('button', { name: 'Allow 1 host and own code this time' })
  await vi.waitFor(() => expect(allow).toHaveProperty('disabled', false))
  await user.click(allow)
  await putAway()
  expect(asked(host, 'apps.grant')).toEqual([
    { appId: id, grant: { origins: ['https://api.example'], ownCode: true, redirects: false, permissions: [] }, lasts: 'open' },
  ])
  expect(asked(host, 'apps.start')).toHaveLength(2)
  // The host replaces it. Without it, it would not know what was granted for this time.
  expect(asked(host, 'apps.stop')).not.toContainEqual({ appId: id })
})

// Catches: a person presses "Always allow", the app starts with nothing, and nobody says why.
it('L25: an app that became another one says that what was allowed does not hold for it', async () => {
  await show(newHost().answer('apps.start', () => ({ ...started, lostGrant: true as const })))
  await begin()
  const line = () => region().queryByText('The app is another one than the one that you allowed more. None of that holds for it.')
  expect(line()).not.toBeNull()
  await user.click(region().getAllByRole('button', { name: 'Dismiss' }).at(-1) ?? document.body)
  expect(line()).toBeNull()
})

it('a question about devices alone speaks of no host, and of no redirects', async () => {
  const reach = { connect: [], load: [], frames: [] }
  await show(
    newHost().answer('apps.start', () => ({
      ...started,
      declared: { reach, permissions: ['geolocation' as const, 'microphone' as const], refusedDeclarations: 0 },
    })),
  )
  await begin()
  await user.click(region().getByRole('button', { name: 'Allow…' }))
  const question = within(await screen.findByRole('dialog', { name: 'Allow the app of “Budget” more than now?' }))
  expect(question.getByRole('checkbox', { name: 'Know where this computer is' })).toHaveProperty('disabled', false)
  // Catches: something to allow that no app gets.
  expect(
    question.getByRole('checkbox', { name: 'Use the microphone', description: 'Chromium gives this to no app that is shut in.' }),
  ).toHaveProperty('disabled', true)
  expect(question.queryByText(/The app names hosts|ticked hosts|Redirects/)).toBeNull()
})

// Catches: a question in which there is nothing to allow.
it('an app that asks for nothing but a camera asks nobody', async () => {
  const reach = { connect: [], load: [], frames: [] }
  const declared = { reach, permissions: ['camera' as const], refusedDeclarations: 0 }
  await show(newHost().answer('apps.start', () => ({ ...started, declared })))
  await begin()
  expect(region().queryByRole('button', { name: 'Allow…' })).toBeNull()
})

it('keeps its frame in full window, and Escape brings it back', async () => {
  await show()
  await begin()
  const before = frame()
  await user.click(region().getByRole('button', { name: 'Full window' }))
  expect(region().getByText('It is open elsewhere and keeps its state.')).not.toBeNull()
  const full = screen.getAllByRole('region', { name: 'App of “Budget”' }).at(-1)
  expect(document.activeElement).toBe(full)
  // The bar with the questions of the conversation lies below it.
  expect(full?.textContent).toContain('It waits for you')
  await user.keyboard('{Escape}')
  expect(region().queryByText('It is open elsewhere and keeps its state.')).toBeNull()
  expect(frame()).toBe(before)
})

it('A08: a link waits in a line until the person looks at it', async () => {
  await show()
  await begin()
  await say({ id: 1, method: 'ui/open-link', params: { url: 'https://maps.example/x' } })
  expect(wordsOf(region().getByText(/wants to open/))).toBe('The app wants to open maps.example in your browser')
  expect(screen.queryByRole('dialog')).toBeNull()
  // Its wait ends too, before the page of the test is gone.
  await user.click(region().getAllByRole('button', { name: 'Dismiss' }).at(-1) ?? document.body)
  expect(region().queryByText(/wants to open/)).toBeNull()
  await settle()
})

it.each([
  [true, {}],
  [false, { isError: true }],
])('the app hears once the person has decided whether a link was opened: %s', async (opened, result) => {
  await show()
  await begin()
  const post = vi.spyOn(frame().contentWindow ?? window, 'postMessage')
  await say({ id: 1, method: 'ui/open-link', params: { url: 'https://maps.example/x' } })
  await user.click(region().getByRole('button', { name: 'Review' }))
  expect(useLinkToOpen.getState().url).toBe('https://maps.example/x')
  const answers = () => post.mock.calls.map(([message]) => message as { id?: number }).filter(({ id }) => id === 1)
  expect(answers()).toEqual([])
  await act(async () => decideAboutLink(opened))
  await settle()
  expect(answers()).toEqual([{ jsonrpc: '2.0', id: 1, result }])
})

it('B: this browser cannot shut an app in: it is not opened, and its text is there', async () => {
  stage.call = {
    ...stage.call,
    result: { content: [{ type: 'text', text: 'Travel is over' }], structured: 'noSchema', isError: false, bytes: 20 },
  }
  await show()
  await hear({ parleyFrame: 'unconfined' })
  await user.click(region().getByRole('button', { name: 'What to do…' }))
  const dialog = within(screen.getByRole('dialog', { name: 'This browser cannot shut apps in' }))
  await user.click(dialog.getByRole('button', { name: 'Open as text' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(region().getByText('Travel is over')).not.toBeNull()
})

it('tells its author what it asked for and was refused, also when the line was dismissed, and its menu leads there', async () => {
  await show()
  await begin()
  await say({ method: 'ui/notifications/size-changed', params: { width: 300, height: 5_000 } })
  await hear({ parleyFrame: 'notices', notices: [{ kind: 'refusedPeer', count: 1 }] })
  await user.click(region().getAllByRole('button', { name: 'Dismiss' }).at(-1) ?? document.body)
  expect(region().queryByText(/connect to another computer directly/)).toBeNull()
  const facts = () => useAppFacts.getState().get(stage.call.id)
  expect(facts()).toMatchObject({ isOpen: true, tool: 'show-budget', violations: [{ notice: { kind: 'refusedPeer', count: 1 } }] })
  expect(facts()?.measures.wanted).toEqual({ width: 300, height: 5_000 })
  expect(facts()?.measures.has.height).toBeLessThan(5_000)
  await hear({ parleyFrame: 'flooded' })
  expect(facts()?.isOpen).toBe(false)
  await user.click(region().getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Messages and policy' }))
  expect(useNavigation.getState()).toMatchObject({ view: 'servers', serverId: 'Budget', serverTab: 'traffic', trafficApp: stage.call.id })
})

it.each([
  ['Open this time', [], { unprotected: true }],
  // The host remembers that.
  ['Always for this server', [{ serverId: 'Budget', on: true }], {}],
])(
  'opens an app without protection only after a question of its own, and says on its bar what it can reach: %s',
  async (answer, remembered, forThisTime) => {
    let isRemembered = false
    const host = await show(
      newHost()
        .answer('apps.setUnprotected', ({ on }) => void (isRemembered = on))
        .answer('apps.start', ({ unprotected }) => ({
          ...started,
          frame: { ...started.frame, app: { allow: '', ...((unprotected || isRemembered) && { unprotected: true as const }) } },
        })),
    )
    await hear({ parleyFrame: 'unconfined' })
    await user.click(region().getByRole('button', { name: 'What to do…' }))
    await user.click(screen.getByRole('button', { name: 'Open without protection…' }))
    const question = within(screen.getByRole('dialog', { name: 'Open the app of “Budget” without protection?' }))
    expect(asked(host, 'apps.start')).toHaveLength(1)
    const allow = question.getByRole('button', { name: answer })
    await vi.waitFor(() => expect(allow).toHaveProperty('disabled', false))
    await user.click(allow)
    await settle()
    expect(asked(host, 'apps.setUnprotected')).toEqual(remembered)
    expect(asked(host, 'apps.start').at(-1)).toEqual({ conversationId, callId: stage.call.id, ...forThisTime })
    await hear({ parleyFrame: 'unprotected' })
    await say({ id: 0, method: 'ui/initialize', params: { protocolVersion: '2026-01-26', appCapabilities: {} } })
    await say({ method: 'ui/notifications/initialized' })
    expect(region().getByRole('button', { name: 'Can reach any host' })).not.toBeNull()
    expect(region().queryByText('Reaches nothing outside')).toBeNull()
    // What was let for this time ends with the app.
    await hear({ parleyFrame: 'flooded' })
    await user.click(region().getByRole('button', { name: 'Restart app' }))
    await settle()
    expect(asked(host, 'apps.start').at(-1)).toEqual({ conversationId, callId: stage.call.id })
  },
)

// Catches: what a person let for one start is still let at another one, because the first did not come about.
it('what was let for this time ends also with a start that fails', async () => {
  let isBroken = false
  const host = await show(
    newHost().answer('apps.start', () => {
      if (isBroken) throw new AppError('SERVER_NOT_READY', { reason: 'chat.serverNotReady', params: { serverId: 'Budget' } })
      return started
    }),
  )
  await hear({ parleyFrame: 'unconfined' })
  await user.click(region().getByRole('button', { name: 'What to do…' }))
  await user.click(screen.getByRole('button', { name: 'Open without protection…' }))
  isBroken = true
  const allow = screen.getByRole('button', { name: 'Open this time' })
  await vi.waitFor(() => expect(allow).toHaveProperty('disabled', false))
  await user.click(allow)
  await settle()
  expect(asked(host, 'apps.start').at(-1)).toMatchObject({ unprotected: true })
  isBroken = false
  await user.click(region().getByRole('button', { name: 'Restart app' }))
  await settle()
  expect(asked(host, 'apps.start').at(-1)).toEqual({ conversationId, callId: stage.call.id })
})

it('the safe answer to that question opens nothing', async () => {
  const host = await show()
  await hear({ parleyFrame: 'unconfined' })
  await user.click(region().getByRole('button', { name: 'What to do…' }))
  await user.click(screen.getByRole('button', { name: 'Open without protection…' }))
  await user.keyboard('{Enter}')
  await user.click(screen.getByRole('button', { name: 'Do not open' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect([asked(host, 'apps.start').length, asked(host, 'apps.setUnprotected')]).toEqual([1, []])
})

it('an app that the host ended is over also while the page shows something else, though the host told of it before it had started here', async () => {
  const host = await show(newHost().publish('apps.states', { runningSince: 0, open: [state] }))
  await begin()
  stage.leave()
  expect([framePool.has(stage.call.id), useAppFacts.getState().get(stage.call.id)?.isOpen]).toEqual([true, true])
  host.publish('apps.states', { runningSince: 0, open: [] })
  await putAway()
  expect([framePool.has(stage.call.id), useAppFacts.getState().get(stage.call.id)?.isOpen]).toEqual([false, false])
})

// Catches: what an app said and was refused can still be read when its conversation is gone, also because the host's last word tells it anew.
it.each(['chat.conversations', 'chat.temporary'] as const)('nothing of an app outlives its conversation in %s', async (topic) => {
  const id = stage.ownConversation
  const line = { id, title: 'Budget', created: 0, updated: 0, chosenAccounts: {} }
  const host = await show(
    newHost()
      .publish('chat.conversations', [])
      .publish('chat.temporary', [])
      .publish(topic, [line])
      .publish('apps.states', { runningSince: 0, open: [state] }),
    { id },
  )
  await begin()
  stage.leave()
  const isLeft = () => [framePool.has(stage.call.id), useAppFacts.getState().has(stage.call.id)]
  // One that is kept is in both lists for a moment.
  host.publish('chat.conversations', [line]).publish('chat.temporary', [])
  expect(isLeft()).toEqual([true, true])
  host.publish('chat.conversations', [])
  host.publish('apps.states', { runningSince: 0, open: [] })
  await putAway()
  expect(isLeft()).toEqual([false, false])
})

// Catches: what its author pretends is lost with the start that it needs, or tells the app its real call as well.
it('its author pretends a theme, a width and a call that breaks off, for which it starts anew', async () => {
  const host = await show()
  await begin()
  interface Sent {
    readonly id?: number
    readonly method?: string
    readonly result?: { readonly hostContext?: { readonly theme?: string } }
  }
  const sentFrom = () => {
    const post = vi.spyOn(frame().contentWindow ?? window, 'postMessage')
    return (): readonly Sent[] => post.mock.calls.map(([message]) => message as Sent)
  }
  const simulate = async (simulation: AppSimulation): Promise<void> => {
    await act(async () => useAppFacts.getState().get(stage.call.id)?.simulate(simulation))
    await settle()
  }
  const before = sentFrom()
  await simulate({ theme: 'dark', width: 360 })
  expect(before().map(({ method }) => method)).toEqual(['ui/notifications/host-context-changed'])
  expect(document.querySelector<HTMLElement>('.border-s-quote-edge')?.style.maxWidth).toBe('360px')
  expect(asked(host, 'apps.start')).toHaveLength(1)
  await simulate({ theme: 'dark', width: 360, call: 'cutOff' })
  await say({ id: before().findLast(({ method }) => method === 'ui/resource-teardown')?.id, result: {} })
  expect(asked(host, 'apps.start')).toHaveLength(2)
  const after = sentFrom()
  await begin()
  expect(after().find(({ result }) => result)?.result?.hostContext?.theme).toBe('dark')
  const methods = after().map(({ method }) => method)
  expect(methods).toContain('ui/notifications/tool-input-partial')
  expect(methods).not.toContain('ui/notifications/tool-input')
  expect(document.querySelector<HTMLElement>('.border-s-quote-edge')?.style.maxWidth).toBe('360px')
  // What is pretended ends with the app.
  await hear({ parleyFrame: 'flooded' })
})
