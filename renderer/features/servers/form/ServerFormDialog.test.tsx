import { beforeEach, describe, expect, it } from 'vitest'
import { sampleServer } from '../../../../shared/testing/sampleServer'
import { openServerForm, useNavigation } from '../../../state/navigation'
import { FakeHost } from '../../../testing/fakeHost'
import { find, names, press, write } from '../../../testing/person'
import { renderWithHost } from '../../../testing/renderWithHost'
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
    .answer('servers.commandFile', ({ launch }) => ({ file: launch.command === 'npx' ? '/usr/bin/npx' : null }))

/** What was asked of the host, but for what changes nothing. */
const sent = ({ asked }: FakeHost) => asked.filter(({ name }) => name !== 'servers.commandFile')

beforeEach(() => useNavigation.setState(useNavigation.getInitialState()))

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
  expect(sent(view.host)).toEqual([
    { name: 'secrets.put', input: { name: 'Postgres/PG_PASSWORD', value: 'hunter2' } },
    {
      name: 'servers.save',
      input: {
        id: 'Postgres',
        launch: {
          kind: 'stdio',
          command: 'npx',
          args: ['-y', 'server-postgres', 'my db'],
          env: { PG_PASSWORD: { secret: 'Postgres/PG_PASSWORD' } },
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
  expect(sent(view.host)).toEqual([])
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
  expect(sent(view.host)).toEqual([{ name: 'servers.save', input: { previousId: 'files', id: 'brain', launch: files.launch } }])
})

describe('the Secret switch of a value', () => {
  const valueOf = (row: string) => find<HTMLInputElement>(document, 'input', `Value of ${row}`)
  const secretOf = (row: string) => find(document, '[role=switch]', `Secret, ${row}`)

  it('is on by itself where name or value look like a secret, and can be turned either way', async () => {
    openServerForm({ kind: 'add' })
    await using view = await renderWithHost(<ServerFormDialog />, host())
    await write(find(document, 'input', 'Name'), 'pg')
    await write(find(document, 'input', 'Command'), 'npx')
    for (const [row, name, value] of [
      ['variable 1', 'LOG', 'debug'],
      ['variable 2', 'PG_PASSWORD', 'hunter2'],
    ] as const) {
      await press(find(document, 'button', 'Add variable'))
      await write(find(document, 'input', `Key of ${row}`), name)
      await write(valueOf(row), value)
    }
    expect([secretOf('variable 1'), secretOf('variable 2')].map((each) => each.getAttribute('aria-checked'))).toEqual(['false', 'true'])
    await press(secretOf('variable 1'))
    await press(secretOf('variable 2'))
    expect([valueOf('variable 1').type, valueOf('variable 2').type]).toEqual(['password', 'text'])
    expect(document.body.textContent).toContain('It looks like a secret, and would stand in servers.json as plain text.')
    await press(find(document, 'button', 'Save'))
    const saved = sent(view.host).at(-1)?.input
    expect(saved).toMatchObject({ launch: { env: { PG_PASSWORD: 'hunter2' } } })
    expect(JSON.stringify(saved)).not.toContain('debug')
    expect(sent(view.host).map(({ name }) => name)).toEqual(['secrets.put', 'servers.save'])
  })
})

it('keeps what was secret a secret when it is replaced, whatever it looks like', async () => {
  openServerForm({ kind: 'edit', serverId: files.id })
  await using view = await renderWithHost(<ServerFormDialog />, host())
  await press(find(document, 'button', 'Replace'))
  expect(find(document, '[role=switch]', 'Secret, variable 1').getAttribute('aria-checked')).toBe('true')
  await write(find(document, 'input', 'Key of variable 1'), 'NAME')
  await write(find(document, 'input', 'Value of variable 1'), 'plain words')
  await press(find(document, 'button', 'Save'))
  expect(sent(view.host)[0]).toMatchObject({ name: 'secrets.put', input: { value: 'plain words' } })
  expect(JSON.stringify(sent(view.host).at(-1))).not.toContain('plain words')
})

describe('how a remote server signs in', () => {
  const remote = sampleServer('notion', {
    launch: { kind: 'http', url: 'https://mcp.notion.example', headers: {}, transport: 'auto' },
    auth: { kind: 'client', clientId: 'ci', clientSecret: { secret: 'kept-one' } },
  })
  const remoteHost = (server = remote) =>
    host()
      .publish('servers', { servers: [server], broken: [] })
      .answer('secrets.remove', () => undefined)
  const saved = (view: { readonly host: FakeHost }) => sent(view.host).findLast(({ name }) => name === 'servers.save')?.input

  it('is not asked for until somebody wants it, and left alone as long as nobody touches it', async () => {
    openServerForm({ kind: 'edit', serverId: remote.id })
    await using view = await renderWithHost(<ServerFormDialog />, remoteHost({ ...remote, auth: { kind: 'person' } }))
    expect(find(document, 'button', 'Signing inA person signs in').getAttribute('aria-expanded')).toBe('false')
    expect(names(document, 'input')).not.toContain('Client ID')
    await press(find(document, 'button', 'Save'))
    expect(saved(view)).not.toHaveProperty('auth')
  })

  it('AU-21: takes a client ID by hand, and opens there after a sign-in that needs one', async () => {
    openServerForm({ kind: 'edit', serverId: remote.id, part: 'signIn' })
    await using view = await renderWithHost(<ServerFormDialog />, remoteHost({ ...remote, auth: { kind: 'person' } }))
    await write(find(document, 'input', 'Client ID'), 'by-hand')
    await write(find(document, 'input', 'Scopes'), 'read write')
    await press(find(document, 'button', 'Save'))
    expect(saved(view)).toMatchObject({ auth: { kind: 'person', clientId: 'by-hand', scopes: ['read', 'write'] } })
  })

  it('never shows a secret that is kept: it is replaced or deleted', async () => {
    openServerForm({ kind: 'edit', serverId: remote.id })
    await using view = await renderWithHost(<ServerFormDialog />, remoteHost())
    expect(find(document, '[role=group]', 'Client secret').textContent).toContain('Kept in the vault as kept-one')
    await press(find(document, 'button', 'Replace: Client secret'))
    const field = find<HTMLInputElement>(document, 'input', 'Client secret')
    expect([field.type, field.value]).toEqual(['password', ''])
    await write(field, 'new-secret')
    await press(find(document, 'button', 'Save'))
    expect(sent(view.host)[0]).toMatchObject({ name: 'secrets.put', input: { value: 'new-secret' } })
    expect(JSON.stringify(saved(view))).not.toContain('new-secret')
  })

  it('says beside the field what is missing', async () => {
    openServerForm({ kind: 'edit', serverId: remote.id })
    await using view = await renderWithHost(<ServerFormDialog />, remoteHost())
    await press(find(document, 'button', 'Delete: Client secret'))
    await write(find(document, 'input', 'Client ID'), '')
    await press(find(document, 'button', 'Save'))
    expect(names(document, '[aria-invalid]')).toEqual(['Client ID', 'Client secret'])
    expect(saved(view)).toBeUndefined()
  })
})

it('SE-01, SE-02, SE-07: before it is saved, shows the whole command, which file it means, masked secrets, and that it has the rights of its user', async () => {
  openServerForm({ kind: 'add' })
  await using _view = await renderWithHost(<ServerFormDialog />, host())
  await write(find(document, 'input', 'Command'), 'npx')
  await write(find(document, 'textarea', 'Arguments'), `-y server "my db" --${'long'.repeat(200)}`)
  await press(find(document, 'button', 'Add variable'))
  await write(find(document, 'input', 'Key of variable 1'), 'PG_PASSWORD')
  await write(find(document, 'input', 'Value of variable 1'), 'hunter2')
  const text = document.querySelector('[role=dialog]')?.textContent ?? ''
  expect(text).toContain(`npx -y server "my db" --${'long'.repeat(200)}`)
  expect(text).toContain('PG_PASSWORD=‹secret›')
  expect(text).toContain('npx is /usr/bin/npx')
  expect(text).toContain('It runs on this computer as a program with your rights.')
  expect(text).not.toContain('hunter2')
})
