import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { AppId, type StartedApp } from '../../../../../shared/domain/apps/app'
import type { Call } from '../../../../../shared/domain/chat'
import { CallId, ConversationId, ServerId } from '../../../../../shared/domain/ids'
import { FakeHost } from '../../../../testing/fakeHost'
import { renderWithHost } from '../../../../testing/renderWithHost'
import { AppInstance } from '../appInstance'
import { AppLines } from './AppLines'
import { newView } from '../appView'

const serverId = ServerId.parse('Budget')
const call: Call = {
  id: CallId.parse('00000000-0000-4000-8000-000000000001'),
  serverId,
  tool: 'show-budget',
  definitionHash: 'h',
  startedBy: 'model',
  asked: {},
  why: { by: 'person', reason: { id: 'approvals.why.allowedOnce' } },
  state: 'done',
  startedAt: 1_000,
}

/** The lines of an app that declares these hosts and reached for none of them. */
async function linesOf(connect: readonly string[], granted: readonly string[] = []): Promise<string> {
  const started: StartedApp = {
    appId: AppId.parse('00000000-0000-4000-8000-000000000003'),
    frame: { address: 'about:blank#app', origin: 'http://app.localhost:1', app: { allow: '' } },
    serverId,
    resourceUri: 'ui://budget/page',
    bytes: 100,
    tool: { name: 'show-budget' },
    declared: { reach: { connect: [...connect], load: [], frames: [] }, permissions: [], refusedDeclarations: 0 },
    grant: { origins: [...granted], ownCode: false, redirects: false, permissions: [] },
    policy: { content: "default-src 'none'", connections: '();report-to=parley' },
    input: {},
    offers: { tools: true, resources: true, prompts: true, sampling: false },
  }
  const app = new AppInstance(call, ConversationId.parse('00000000-0000-4000-8000-000000000002'), { version: '1', shell: 'browser' })
  const view = { ...newView, started, phase: { name: 'running' } } as const
  const host = new FakeHost().publish('apps.states', { runningSince: 0, open: [] })
  const { unmount } = await renderWithHost(<AppLines app={app} view={view} />, host)
  const words = document.body.textContent
  expect(screen.queryByRole('dialog')).toBeNull()
  unmount()
  return words.replaceAll(/[\u2066-\u2069]/g, '')
}

it('AH-16: an app that declares hosts is said to want them before it reaches for one, and no dialog opens by itself', async () => {
  expect(await linesOf(['https://api.example'])).toContain('The app names api.example')
  expect(await linesOf(['https://api.example', 'https://b.example'])).toContain('The app names 2 hosts')
})

it('what it has is not asked for', async () => {
  expect(await linesOf(['https://api.example'], ['https://api.example'])).toBe('')
})
