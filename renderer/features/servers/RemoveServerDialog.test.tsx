import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { RuleId, ServerId, UndoId } from '../../../shared/domain/ids'
import type { RuleEntry } from '../../../shared/domain/rule'
import type { SecretEntryView, SecretUse } from '../../../shared/domain/vaultState'
import { sampleServer } from '../../../shared/testing/sampleServer'
import { AppError } from '../../../shared/errors/appError'
import { t } from '../../i18n/t'
import { errorTitle } from '../../i18n/translateError'
import { useUndoStore } from '../../state/undoStore'
import { FakeHost } from '../../testing/fakeHost'
import { collectTexts } from '../../testing/namesOf'
import { renderWithHost } from '../../testing/renderWithHost'
import { anAccount, uuidOf } from '../../testing/sampleAccounts'
import { settle } from '../../testing/settle'
import { user } from '../../testing/user'
import { useNavigation } from '../../state/navigation'
import { RemoveServerDialog } from './RemoveServerDialog'
import { ServersView } from './ServersView'

beforeEach(() => {
  useUndoStore.setState({ offer: undefined, at: 0 })
  useNavigation.setState(useNavigation.getInitialState())
})

// It removed the server at once. Its accounts were signed out, which no undo takes back, and nothing had said so.
it('says what goes with a server and what stays of it, and asks first', async () => {
  const host = await showActions({
    accounts: [
      anAccount(1, { serverId: good, state: 'signedIn' }),
      anAccount(2, { serverId: good, state: 'signedOut' }),
      anAccount(3, { serverId: other, state: 'signedIn' }),
    ],
    secrets: [
      secret('own', [variable(good), variable(good, 'AGAIN')]),
      secret('shared', [variable(good), { kind: 'model', provider: 'p', name: 'P' }]),
      secret('elsewhere', [variable(other)]),
      { ...secret('never entered', [variable(good)]), isMissing: true },
    ],
    rules: [rule(1, good), rule(2, good), rule(3, other)],
  })
  await user.click(screen.getByRole('button', { name: t('servers.action.remove') }))
  const dialog = screen.getByRole('dialog', { name: t('servers.remove.ask', { server: good }) })
  expect(collectTexts(within(dialog).getAllByRole('listitem'))).toEqual([
    t('servers.remove.signedOut', { count: 1 }),
    t('servers.remove.secretsDeleted', { count: 1 }),
    t('servers.remove.secretsKept', { count: 1 }),
    t('servers.remove.rulesKept', { count: 2 }),
    t('servers.remove.undo'),
  ])
  expect(removals(host)).toBe(0)
  await user.click(within(dialog).getByRole('button', { name: t('servers.action.remove') }))
  expect(removals(host)).toBe(1)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(useUndoStore.getState().offer?.sentence).toBe(t('servers.removed', { server: good }))
})

it('keeps the server at Cancel', async () => {
  const host = await showActions({ accounts: [anAccount(1, { serverId: good, state: 'signedIn' })] })
  await user.click(screen.getByRole('button', { name: t('servers.action.remove') }))
  await user.click(screen.getByRole('button', { name: t('ui.cancel') }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(removals(host)).toBe(0)
})

// Its state was kept in the row, so the dialog went when the server started or failed, and moved to another section.
it('stays when the server moves in the list while a person reads it', async () => {
  const host = await showActions({ accounts: [anAccount(1, { serverId: good, state: 'signedIn' })] })
  await user.click(screen.getByRole('button', { name: t('servers.action.remove') }))
  const section = (): string | null | undefined =>
    screen.getByRole('article', { hidden: true }).closest('section')?.getAttribute('aria-label')
  expect(section()).toBe(t('servers.others'))
  act(
    () =>
      void host.publish('connections.states', {
        [good]: { phase: 'crashLoop', error: failure.toData(), at: 0, crashes: 5 },
      }),
  )
  await settle()
  expect(section()).toBe(t('servers.needYou'))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: t('servers.action.remove') }))
  expect(removals(host)).toBe(1)
})

// It closed at once, and what went wrong stood in a row behind it.
it('stays with the reason when the removal fails', async () => {
  const host = await showActions({ accounts: [anAccount(1, { serverId: good, state: 'signedIn' })] })
  host.answer('servers.remove', () => {
    throw failure
  })
  await user.click(screen.getByRole('button', { name: t('servers.action.remove') }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: t('servers.action.remove') }))
  expect(within(screen.getByRole('dialog')).getByText(errorTitle(failure))).toBeTruthy()
  expect(useUndoStore.getState().offer).toBeUndefined()
})

const failure = new AppError('NOT_FOUND', { reason: 'servers.unknown', params: { name: 'good' } })
const empty = (): null => null
const good = ServerId.parse('good')
const other = ServerId.parse('other')
const variable = (serverId: ServerId, name = 'TOKEN'): SecretUse => ({ kind: 'variable', serverId, name })
const secret = (name: string, uses: readonly SecretUse[]): Extract<SecretEntryView, { kind: 'secret' }> => ({ kind: 'secret', name, uses })
const rule = (number: number, serverId: ServerId): RuleEntry => ({
  kind: 'own',
  rule: { id: RuleId.parse(uuidOf(number)), subject: { serverId }, verdict: 'allow', lasts: 'always', created: 0 },
  decided: 0,
  ended: false,
})
const removals = (host: FakeHost): number => host.asked.filter(({ name }) => name === 'servers.remove').length

async function showActions({
  accounts = [],
  secrets = [],
  rules = [],
}: {
  readonly accounts?: readonly ReturnType<typeof anAccount>[]
  readonly secrets?: readonly SecretEntryView[]
  readonly rules?: readonly RuleEntry[]
}): Promise<FakeHost> {
  const host = new FakeHost()
    .publish('servers', { servers: [sampleServer(good)], broken: [] })
    .publish('connections.states', { [good]: { phase: 'disabled' } })
    .publish('accounts', { accounts, attempts: [] })
    .publish('vault', { kept: 'memory', state: 'open', secrets })
    .publish('rules.list', rules)
    .answer('servers.remove', () => ({ undoId: UndoId.parse(uuidOf(9)) }))
  await renderWithHost(
    <>
      <ServersView panels={{ tools: empty, resources: empty, prompts: empty, log: empty, traffic: empty }} />
      <RemoveServerDialog />
    </>,
    host,
  )
  return host
}
