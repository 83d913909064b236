import { screen, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { versionsOf } from '../../../shared/protocol/protocolChoice'
import { AppError } from '../../../shared/errors/appError'
import { aServer, hostOf } from '../../testing/sampleServers'
import { renderWithHost } from '../../testing/renderWithHost'
import { collectTexts } from '../../testing/namesOf'
import { user } from '../../testing/user'
import { useNavigation } from '../../state/navigation'
import { ProtocolSection } from './ProtocolSection'
import { ServerAttentionCard } from './ServerAttentionCard'

// jsdom has neither. Radix needs them to open the select.
beforeAll(() => {
  Object.assign(Element.prototype, { hasPointerCapture: () => false, scrollIntoView: () => undefined })
})

const section = (): HTMLElement => screen.getByRole('region', { name: 'Protocol' })

// Catches: a choice that is shown and not saved, and a version that is shown without its reason.
it('says which version is spoken and why, and saves what is chosen', async () => {
  const told: unknown[] = []
  const good = aServer()
  await renderWithHost(
    <ProtocolSection {...good} />,
    hostOf(good).answer('servers.setProtocol', (input) => void told.push(input)),
  )
  expect(section().textContent).toContain('2025-11-25, since the server knows nothing newer.')
  await user.click(within(section()).getByRole('combobox', { name: 'Version' }))
  expect(collectTexts(screen.getAllByRole('option'))).toEqual([
    'Automaticthe newest that it answers in',
    '2025 onlyall before 2026-07-28',
    '2026 only2026-07-28 and later',
    '2026-07-28',
    '2025-11-25',
    '2025-06-18',
    '2025-03-26',
    '2024-11-05',
  ])
  await user.click(screen.getByRole('option', { name: '2025-03-26' }))
  expect(told).toEqual([{ serverId: 'good', protocol: '2025-03-26' }])
})

// Catches: a choice that a policy forbids and the page offers all the same, without a word of whose rule it is.
it('offers nothing that a policy forbids, and says whose it is', async () => {
  const protocolCap = { allowed: versionsOf('2026'), by: ['Atlas IT'], ask: { id: 'policy.askManager' } } as const
  const capped = aServer({}, { protocolCap })
  await renderWithHost(<ProtocolSection {...capped} />, hostOf(capped))
  expect(section().textContent).toContain('Set by Atlas IT: of MCP, only these versions are spoken with servers: 2026-07-28.')
  await user.click(within(section()).getByRole('combobox', { name: 'Version' }))
  const off = screen.getAllByRole('option').filter((option) => option.getAttribute('aria-disabled') === 'true')
  expect(collectTexts(off)).toEqual(
    ['2025 only', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'].map((name) => `${name}not allowed`),
  )
})

// Catches: a choice that is offered, saved and has no effect, because an admin's entry of this server goes before it.
it('shows what an admin has set for this server, and offers no choice', async () => {
  const protocolCap = { allowed: versionsOf('automatic'), by: ['Atlas IT'], ask: { id: 'policy.askManager' } } as const
  const fixed = aServer({}, { setBy: 'Atlas IT', protocol: 'automatic', protocolSetBy: 'Atlas IT', protocolCap })
  await renderWithHost(<ProtocolSection {...fixed} />, hostOf(fixed))
  expect(within(section()).queryByRole('combobox')).toBeNull()
  expect(section().textContent).toContain('Automatic, set by Atlas IT for this server. You cannot change it here.')
  expect(section().textContent).toContain('2025-11-25, since the server knows nothing newer.')
  expect(section().textContent).not.toContain('only these versions')
})

// Catches: a choice that ends the connection with no word beside it, since the page says why only at its top.
it('says beside the choice that the server does not speak it, and nothing of other failures', async () => {
  const good = aServer()
  const failure = (error: AppError) => ({ phase: 'failed' as const, at: 0, error: error.toData() })
  const params = { server: 'good', wanted: '2026-07-28', theirs: ['2025-11-25'], chosenBy: 'page' }
  const about = new AppError('PROTOCOL_ERROR', { reason: 'session.versionNotSpoken', params })
  const other = new AppError('TIMED_OUT', { reason: 'session.requestTimedOut', params: { server: 'good' } })
  const shown = await renderWithHost(<ProtocolSection {...good} state={failure(about)} />, hostOf(good))
  expect(section().textContent).toContain(
    '“good” does not speak 2026-07-28, which was chosen for it. The server offers 2025-11-25. Choose Automatic for it',
  )
  shown.unmount()
  await renderWithHost(<ProtocolSection {...good} state={failure(other)} />, hostOf(good))
  expect(section().textContent).not.toContain('good')
})

// Catches: a remedy in words alone, "under Protocol on its page", on a card from which nothing leads there.
it('leads from the failed card of a server to the choice of its version, which has the focus', async () => {
  const good = aServer()
  const params = { server: 'good', wanted: '2026-07-28', theirs: '2025-11-25', chosenBy: 'page' }
  const error = new AppError('PROTOCOL_ERROR', { reason: 'session.versionNotSpoken', params }).toData()
  const failed = { ...good, state: { phase: 'failed', at: 0, error } } as const
  const shown = await renderWithHost(<ServerAttentionCard {...failed} />, hostOf(failed))
  await user.click(screen.getByRole('button', { name: 'Choose a version' }))
  expect(useNavigation.getState()).toMatchObject({ view: 'servers', serverId: 'good', serverTab: 'about' })
  shown.unmount()
  await renderWithHost(<ProtocolSection {...failed} />, hostOf(failed))
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Version' }))
})

it('names the policy that limits the version, and nothing that cannot be chosen', async () => {
  const protocolCap = { allowed: versionsOf('2025'), by: ['Atlas IT'], ask: { id: 'policy.askManager' } } as const
  const negotiation = { requested: 'automatic', version: '2025-11-25', era: '2025', why: 'policy' } as const
  const capped = aServer({ negotiation }, { protocolCap })
  await renderWithHost(<ProtocolSection {...capped} />, hostOf(capped))
  expect(section().textContent).toContain('2025-11-25, limited by Atlas IT.')
  expect(section().textContent).not.toContain('2024-10-07')
})

it('says so when a choice could not be saved', async () => {
  const good = aServer()
  const host = hostOf(good).answer('servers.setProtocol', () => {
    throw new AppError('NOT_FOUND', { reason: 'servers.unknown', params: { name: 'good' } })
  })
  await renderWithHost(<ProtocolSection {...good} />, host)
  await user.click(within(section()).getByRole('combobox', { name: 'Version' }))
  await user.click(screen.getByRole('option', { name: /^2025 only/ }))
  expect(await screen.findByText(/no server called “good”/)).toBeTruthy()
})
