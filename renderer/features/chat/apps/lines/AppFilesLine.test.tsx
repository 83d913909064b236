import { expect, it } from 'vitest'
import { AppError } from '../../../../../shared/errors/appError'
import type { FakeHost } from '../../../../testing/fakeHost'
import { settle } from '../../../../testing/settle'
import { user } from '../../../../testing/user'
import { appId, appStage, asked, begin, newHost, region, say, wordsOf } from '../testing/appStage'

const stage = appStage()

/** A host that writes files where the person wants them. */
function saving(): FakeHost {
  return newHost()
    .answer('downloads.begin', () => ({ to: 'file', downloadId: 'd1' }) as never)
    .answer('downloads.append', () => undefined)
    .answer('downloads.finish', () => undefined)
    .answer('downloads.cancel', () => undefined)
}
const text = (uri: string, words: string) => ({ type: 'resource', resource: { uri, mimeType: 'text/plain', text: words } })
const link = (uri: string) => ({ type: 'resource_link', uri, name: uri })

async function offer(host: FakeHost, ...contents: readonly object[]): Promise<FakeHost> {
  await stage.show(host)
  await begin()
  await say({ id: 5, method: 'ui/download-file', params: { contents } })
  return host
}
const press = async (name: string): Promise<void> => {
  await user.click(region().getByRole('button', { name }))
  await settle()
}
/** What was written, as a text. */
const written = (host: FakeHost): readonly string[] =>
  asked(host, 'downloads.append').map((input) => Buffer.from((input as { data: string }).data, 'base64').toString())

// Catches: a file is saved because an app wants it, or under a name that the person did not see.
it('L18: a file that an app offers waits in a line, and is saved when the person presses', async () => {
  const host = await offer(saving(), text('file:///tmp/rent.csv', 'month,rent'))
  expect(asked(host, 'downloads.begin')).toEqual([])
  expect(wordsOf(region().getByText(/The app offers a file/))).toBe('The app offers a file: rent.csv')
  await press('Save…')
  expect(asked(host, 'downloads.begin')).toEqual([{ name: 'rent.csv' }])
  expect(written(host)).toEqual(['month,rent'])
  expect(asked(host, 'downloads.finish')).toHaveLength(1)
  expect(region().getByRole('button', { name: 'Saved' })).not.toBeNull()
  await user.click(region().getAllByRole('button', { name: 'Dismiss' }).at(-1) ?? document.body)
  expect(region().queryByText(/The app offers a file/)).toBeNull()
})

it('several files are named one by one, and each is saved by itself', async () => {
  const bytes = { type: 'resource', resource: { uri: 'file:///b.bin', mimeType: 'application/octet-stream', blob: btoa('bytes') } }
  const host = await offer(saving(), text('file:///a.txt', 'A'), bytes)
  expect(region().getByText('The app offers 2 files:')).not.toBeNull()
  await press('Save “b.bin”…')
  expect([asked(host, 'downloads.begin'), written(host)]).toEqual([[{ name: 'b.bin' }], ['bytes']])
  expect(region().getByRole('button', { name: 'Save “a.txt”…' })).not.toBeNull()
})

it('a file that its server has is read only when it is saved, from that server', async () => {
  const host = await offer(
    saving().answer('apps.request', () => ({ contents: [{ uri: 'board://notes', text: 'Notes' }] })),
    link('board://notes'),
  )
  expect(asked(host, 'apps.request')).toEqual([])
  await press('Save…')
  expect(asked(host, 'apps.request')).toEqual([{ appId, method: 'resources/read', params: { uri: 'board://notes' } }])
  expect(written(host)).toEqual(['Notes'])
})

it.each([
  ['its server gives none', (host: FakeHost) => host.answer('apps.request', () => ({ contents: [] }))],
  [
    'the disk is full',
    (host: FakeHost) =>
      host
        .answer('apps.request', () => ({ contents: [{ text: 'Notes' }] }))
        .answer('downloads.append', () => {
          throw new AppError('INTERNAL', 'No space')
        }),
  ],
])('says that a file was not saved where %s, and the person can try again', async (_why, broken) => {
  const host = await offer(broken(saving()), link('board://notes'))
  await press('Save…')
  expect(region().getByRole('alert').textContent).toBe('The file could not be saved.')
  host.answer('apps.request', () => ({ contents: [{ text: 'Notes' }] })).answer('downloads.append', () => undefined)
  await press('Save…')
  expect(region().queryByRole('alert')).toBeNull()
  expect(region().getByRole('button', { name: 'Saved' })).not.toBeNull()
})

it('is not saved where the person closes the dialog of the computer', async () => {
  await offer(
    saving().answer('downloads.begin', () => null),
    text('file:///a.txt', 'A'),
  )
  await press('Save…')
  expect(region().getByRole('button', { name: 'Save…' })).not.toBeNull()
  expect(region().queryByRole('alert')).toBeNull()
})

// Catches: an app fills the page with lines.
it('of many offers the last three stand, and what is none is not offered', async () => {
  await offer(saving(), text('file:///1.txt', '1'))
  for (const name of ['2', '3', '4'])
    await say({ id: 6, method: 'ui/download-file', params: { contents: [text(`file:///${name}.txt`, name)] } })
  await say({ id: 7, method: 'ui/download-file', params: { contents: [{ type: 'text', text: 'none' }] } })
  expect(
    region()
      .getAllByText(/The app offers a file/)
      .map(wordsOf),
  ).toEqual(['2', '3', '4'].map((name) => `The app offers a file: ${name}.txt`))
})
