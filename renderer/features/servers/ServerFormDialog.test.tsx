import { beforeEach, expect, it } from 'vitest'
import { sampleServer } from '../../../shared/testing/sampleServer'
import { openServerForm, useScreen } from '../../shell/screen'
import { FakeHost } from '../../testing/fakeHost'
import { find, names, press, write } from '../../testing/person'
import { renderWithHost } from '../../testing/renderWithHost'
import { ServerFormDialog } from './ServerFormDialog'

const files = sampleServer('files', {
  launch: { kind: 'stdio', command: 'npx', args: ['-y', 'files'], env: { TOKEN: { secret: 'files-token' } } },
})
const host = () =>
  new FakeHost()
    .publish('servers', { servers: [files], broken: [] })
    .publish('connections.states', {})
    .answer('secrets.put', () => undefined)
    .answer('servers.save', () => undefined)

beforeEach(() => useScreen.setState(useScreen.getInitialState()))

it('adds a local command; its secret goes into the vault before it is saved under its name', async () => {
  openServerForm({ kind: 'add' })
  await using view = await renderWithHost(<ServerFormDialog />, host())
  await write(find(document, 'input', 'Name'), 'Postgres')
  await write(find(document, 'input', 'Command'), 'npx')
  await write(find(document, 'textarea', 'Arguments'), '-y server-postgres "my db"')
  await press(find(document, 'button', 'Add variable'))
  await write(find(document, 'input', 'Key of variable 1'), 'PG_PASSWORD')
  await write(find(document, 'input', 'Value of variable 1'), 'hunter2')
  expect(find<HTMLInputElement>(document, 'input', 'Value of variable 1').type).toBe('password')
  await press(find(document, 'button', 'Save'))
  expect(view.host.asked).toEqual([
    { name: 'secrets.put', input: { name: 'postgres-pg-password', value: 'hunter2' } },
    {
      name: 'servers.save',
      input: {
        id: 'Postgres',
        launch: {
          kind: 'stdio',
          command: 'npx',
          args: ['-y', 'server-postgres', 'my db'],
          env: { PG_PASSWORD: { secret: 'postgres-pg-password' } },
        },
      },
    },
  ])
  expect(document.querySelector('[role=dialog]')).toBeNull()
})

it('saves nothing while something is missing, says what, and goes there', async () => {
  openServerForm({ kind: 'add' })
  await using view = await renderWithHost(<ServerFormDialog />, host())
  expect(document.querySelector('[aria-invalid]')).toBeNull()
  await press(find(document, 'button', 'Save'))
  expect(view.host.asked).toEqual([])
  expect(names(document, '[aria-invalid]')).toEqual(['Name', 'Command'])
  expect(document.activeElement).toBe(find(document, 'input', 'Name'))
})

it('keeps what was typed when saving fails, and says why', async () => {
  openServerForm({ kind: 'edit', serverId: files.id })
  const failing = new FakeHost().publish('servers', { servers: [files], broken: [] }).publish('connections.states', {})
  await using _view = await renderWithHost(<ServerFormDialog />, failing)
  await write(find(document, 'input', 'Name'), 'brain')
  await press(find(document, 'button', 'Save'))
  expect(document.querySelector('[role=alert]')?.textContent).toContain('no answer to servers.save')
  expect(find<HTMLInputElement>(document, 'input', 'Name').value).toBe('brain')
})

it('changes a server under a new name and leaves its secret where it is', async () => {
  openServerForm({ kind: 'edit', serverId: files.id })
  await using view = await renderWithHost(<ServerFormDialog />, host())
  expect(document.body.textContent).toContain('files-token')
  await write(find(document, 'input', 'Name'), 'brain')
  await press(find(document, 'button', 'Save'))
  expect(view.host.asked).toEqual([{ name: 'servers.save', input: { previousId: 'files', id: 'brain', launch: files.launch } }])
})
