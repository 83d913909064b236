import { act, screen } from '@testing-library/react'
import { expect, it, vi, beforeEach, afterEach } from 'vitest'
import { ServerId } from '../../../shared/domain/ids'
import { readyState } from '../../../shared/testing/readyState'
import { FakeHost } from '../../testing/fakeHost'
import { renderWithHost } from '../../testing/renderWithHost'
import { settle } from '../../testing/settle'
import { LetterTile } from '../../ui/LetterTile'
import { ServerTile } from './ServerTile'

const serverId = ServerId.parse('docs')
const picture = 'data:image/png;base64,iVBORw0KGgo='
const src = 'https://docs.example/icon.png'
const ready = readyState({ transport: 'http', identity: { name: 'x', version: '1', icons: [{ src, sizes: ['48x48'] }] } })

// jsdom has no media queries.
beforeEach(() => void vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} })))
afterEach(() => void vi.unstubAllGlobals())

it('shows the letter until the icon was checked, in a box of the same size, and no address of a server', async () => {
  const answer = Promise.withResolvers<{ dataUrl: string } | null>()
  const host = new FakeHost().answer('icons.read', () => answer.promise).publish('connections.states', { [serverId]: ready })
  await renderWithHost(<ServerTile serverId={serverId} size={36} />, host)
  expect(document.body.textContent).toBe('D')
  const before = screen.getByText('D').className
  await act(async () => answer.resolve({ dataUrl: picture }))
  await settle()
  // The name is beside it, so the picture has no role.
  const [image] = document.images
  expect([image?.getAttribute('src'), image?.parentElement?.className]).toEqual([picture, before])
  expect(document.body.innerHTML).not.toContain(src)
  expect(host.asked).toEqual([{ name: 'icons.read', input: { serverId, src } }])
})

it('keeps the letter where the icon was refused, and asks for none where none is listed', async () => {
  const host = new FakeHost().answer('icons.read', () => null).publish('connections.states', { [serverId]: ready })
  await renderWithHost(<ServerTile serverId={serverId} />, host)
  expect(document.images).toHaveLength(0)
  expect(document.body.textContent).toBe('D')
  await act(async () => host.publish('connections.states', { [serverId]: { ...ready, identity: { name: 'x', version: '1' } } }))
  await settle()
  expect(document.body.textContent).toBe('D')
  expect(host.asked).toHaveLength(1)
})

// Catches: two servers that look the same where only the tile tells them apart at a glance, as in a list of questions.
it('tells servers apart whose names begin alike', async () => {
  const names = ['notes', 'notes_old', 'api', 'api2', '—']
  await renderWithHost(
    <>
      {names.map((name) => (
        <p key={name}>
          <LetterTile name={name} />
        </p>
      ))}
    </>,
    new FakeHost(),
  )
  expect(Array.from(document.querySelectorAll('p'), ({ textContent }) => textContent)).toEqual(['N', 'NO', 'A', 'A2', '•'])
})
