import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { KnownExposure, ExposureSettings } from '../../../shared/domain/dataFlow'
import { aServer, hostOf } from '../../testing/sampleServers'
import { renderWithHost } from '../../testing/renderWithHost'
import { user } from '../../testing/user'
import { ExposureSection } from './ExposureSection'

const known: KnownExposure = {
  readsPrivate: { is: true, by: 'you', because: { id: 'dataFlow.because.said' } },
  bringsOutside: {
    is: true,
    by: 'guess',
    because: { id: 'legacy.text', params: { text: 'It says that fetch\u202e reaches outside of this computer.' } },
  },
  sendsOut: { is: false, by: 'guess', because: { id: 'legacy.text', params: { text: 'It runs on this computer.' } } },
}

function show(touches: ExposureSettings) {
  const props = aServer({}, { touches })
  const host = hostOf(props)
    .publish('servers.exposure', { [props.server.id]: known })
    .answer('servers.setExposure', () => undefined)
  return renderWithHost(<ExposureSection server={props.server} />, host)
}

it('says of each mark who says so, and gives the reason of a guess', async () => {
  await show({ readsPrivate: true })
  const words = document.body.textContent
  expect(words).toContain('Reads private dataYou say yes')
  expect(words).toContain('Brings text from outsideParley guesses yes')
  expect(words).toContain('It says that fetchU+202E reaches outside of this computer.')
  expect(words).toContain('Can send data outParley guesses no')
  expect(words).not.toContain('You said so.')
})

it('lets the person say so, or leave it to a guess again, and changes nothing else', async () => {
  const view = await show({ readsPrivate: true })
  await user.click(within(screen.getByRole('group', { name: 'Can send data out' })).getByRole('button', { name: 'No' }))
  await user.click(within(screen.getByRole('group', { name: 'Reads private data' })).getByRole('button', { name: 'Parley guesses' }))
  const inputs = view.host.asked.flatMap(({ name, input }) => (name === 'servers.setExposure' ? [input] : []))
  expect(inputs).toEqual([
    { serverId: 'good', touches: { readsPrivate: true, sendsOut: false } },
    { serverId: 'good', touches: {} },
  ])
})
