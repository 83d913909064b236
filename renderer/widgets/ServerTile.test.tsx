import { act } from 'react'
import { expect, it, vi, beforeEach, afterEach } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import { readyState } from '../../shared/testing/readyState'
import { FakeHost } from '../testing/fakeHost'
import { renderWithHost } from '../testing/renderWithHost'
import { settle } from '../testing/settle'
import { ServerTile } from './ServerTile'

const serverId = ServerId.parse('docs')
const picture = 'data:image/png;base64,iVBORw0KGgo='
const src = 'https://docs.example/icon.png'
const ready = readyState({ transport: 'http', identity: { name: 'x', version: '1', icons: [{ src, sizes: ['48x48'] }] } })

// The test's page has no media queries.
beforeEach(() => void vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} })))
afterEach(() => void vi.unstubAllGlobals())

it('shows the letter until the icon was checked, in a box of the same size, and no address of a server', async () => {
  const answer = Promise.withResolvers<{ dataUrl: string } | null>()
  const host = new FakeHost().answer('icons.read', () => answer.promise).publish('connections.states', { [serverId]: ready })
  await using shown = await renderWithHost(<ServerTile serverId={serverId} size={36} />, host)
  expect(shown.page.textContent).toBe('D')
  const before = shown.page.querySelector('span')?.className
  await act(async () => answer.resolve({ dataUrl: picture }))
  await settle()
  expect(shown.page.querySelector('img')?.getAttribute('src')).toBe(picture)
  expect(shown.page.querySelector('span')?.className).toBe(before)
  expect(shown.page.innerHTML).not.toContain(src)
  expect(host.asked).toEqual([{ name: 'icons.read', input: { serverId, src } }])
})

it('keeps the letter where the icon was refused, and asks for none where none is listed', async () => {
  const host = new FakeHost().answer('icons.read', () => null).publish('connections.states', { [serverId]: ready })
  await using refused = await renderWithHost(<ServerTile serverId={serverId} />, host)
  expect(refused.page.querySelector('img')).toBeNull()
  expect(refused.page.textContent).toBe('D')
  await act(async () => host.publish('connections.states', { [serverId]: { ...ready, identity: { name: 'x', version: '1' } } }))
  await settle()
  expect(refused.page.textContent).toBe('D')
  expect(host.asked).toHaveLength(1)
})
