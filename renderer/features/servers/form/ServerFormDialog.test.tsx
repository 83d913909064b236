import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { sampleServer } from '../../../../shared/testing/sampleServer'
import { openServerForm, useNavigation } from '../../../state/navigation'
import { FakeHost } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { invalidFields } from '../../../testing/invalidFields'
import { fill, user } from '../../../testing/user'
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

/** Returns the calls to the host, except those that change nothing. */
const sent = ({ asked }: FakeHost) => asked.filter(({ name }) => name !== 'servers.commandFile')

beforeEach(() => useNavigation.setState(useNavigation.getInitialState()))

it('adds a local command; its secret goes into the vault before it is saved under its name', async () => {
  openServerForm({ kind: 'add' })
  const view = await renderWithHost(<ServerFormDialog />, host())
  await fill(screen.getByLabelText('Name'), 'Postgres')
  await fill(screen.getByLabelText('Command'), 'npx')
  await fill(screen.getByLabelText('Arguments'), '-y server-postgres "my db"')
  await user.click(screen.getByRole('button', { name: 'Add variable' }))
  await fill(screen.getByLabelText('Key of variable 1'), 'PG_PASSWORD')
  await fill(screen.getByLabelText('Value of variable 1'), 'hunter2')
  expect(screen.getByLabelText<HTMLInputElement>('Value of variable 1').type).toBe('password')
  await user.click(screen.getByRole('button', { name: 'Save' }))
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
  expect(screen.queryByRole('dialog')).toBeNull()
})

// A token for such an address is read by whoever sits on the way, and nothing said so before it was sent.
it('warns of an address that is not encrypted, beside its field, before it is saved; not of one on this computer', async () => {
  const remote = (url: string) => sampleServer('far', { launch: { kind: 'http', url, headers: {}, transport: 'auto' } })
  const described = async (url: string): Promise<string | undefined> => {
    openServerForm({ kind: 'edit', serverId: remote(url).id })
    const view = await renderWithHost(<ServerFormDialog />, host().publish('servers', { servers: [remote(url)], broken: [] }))
    const ids = screen.getByRole('textbox', { name: 'URL' }).getAttribute('aria-describedby')
    const text = ids === null ? undefined : (document.getElementById(ids)?.textContent ?? '')
    view.unmount()
    return text
  }
  expect(await described('http://mcp.example.com/mcp')).toContain('This address is not encrypted')
  expect([await described('http://localhost:3000/mcp'), await described('https://mcp.example.com/mcp')]).toEqual([undefined, undefined])
})

it.each([
  ['sse', true],
  ['auto', false],
] as const)('says beside the choice of a transport that HTTP+SSE is deprecated, where it is chosen: %s', async (transport, isSaid) => {
  const far = sampleServer('far', { launch: { kind: 'http', url: 'https://mcp.example.com/sse', headers: {}, transport } })
  openServerForm({ kind: 'edit', serverId: far.id })
  await renderWithHost(<ServerFormDialog />, host().publish('servers', { servers: [far], broken: [] }))
  const ids = screen.getByRole('combobox', { name: 'Transport' }).getAttribute('aria-describedby')
  const words = ids === null ? '' : document.getElementById(ids)?.textContent
  expect(words).toBe(isSaid ? 'Deprecated Since 2025-03-26, MCP has Streamable HTTP in its place.' : '')
})

it('saves nothing while something is missing, says what, and goes there', async () => {
  openServerForm({ kind: 'add' })
  const view = await renderWithHost(<ServerFormDialog />, host())
  expect(invalidFields()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(sent(view.host)).toEqual([])
  expect(invalidFields()).toEqual(['Name', 'Command'])
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
})

it('keeps what was typed when saving fails, and says why', async () => {
  openServerForm({ kind: 'edit', serverId: files.id })
  const failing = new FakeHost().publish('servers', { servers: [files], broken: [] }).publish('connections.states', {})
  await renderWithHost(<ServerFormDialog />, failing)
  await fill(screen.getByLabelText('Name'), 'brain')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByRole('alert').textContent).toContain('no answer to servers.save')
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('brain')
})

it('changes a server under a new name and leaves its secret where it is', async () => {
  openServerForm({ kind: 'edit', serverId: files.id })
  const view = await renderWithHost(<ServerFormDialog />, host())
  expect(screen.getByText('files-token')).toBeTruthy()
  await fill(screen.getByLabelText('Name'), 'brain')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(sent(view.host)).toEqual([{ name: 'servers.save', input: { previousId: 'files', id: 'brain', launch: files.launch } }])
})

describe('the Secret switch of a value', () => {
  const valueOf = (row: string) => screen.getByLabelText<HTMLInputElement>(`Value of ${row}`)
  const secretOf = (row: string) => screen.getByRole('switch', { name: `Secret, ${row}` })

  it('is on by itself where name or value look like a secret, and can be turned either way', async () => {
    openServerForm({ kind: 'add' })
    const view = await renderWithHost(<ServerFormDialog />, host())
    await fill(screen.getByLabelText('Name'), 'pg')
    await fill(screen.getByLabelText('Command'), 'npx')
    for (const [row, name, value] of [
      ['variable 1', 'LOG', 'debug'],
      ['variable 2', 'PG_PASSWORD', 'hunter2'],
    ] as const) {
      await user.click(screen.getByRole('button', { name: 'Add variable' }))
      await fill(screen.getByLabelText(`Key of ${row}`), name)
      await fill(valueOf(row), value)
    }
    expect([secretOf('variable 1'), secretOf('variable 2')].map((each) => each.getAttribute('aria-checked'))).toEqual(['false', 'true'])
    await user.click(secretOf('variable 1'))
    await user.click(secretOf('variable 2'))
    expect([valueOf('variable 1').type, valueOf('variable 2').type]).toEqual(['password', 'text'])
    expect(screen.getByText('It looks like a secret, and would stand in servers.json as plain text.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const saved = sent(view.host).at(-1)?.input
    expect(saved).toMatchObject({ launch: { env: { PG_PASSWORD: 'hunter2' } } })
    expect(JSON.stringify(saved)).not.toContain('debug')
    expect(sent(view.host).map(({ name }) => name)).toEqual(['secrets.put', 'servers.save'])
  })
})

it('keeps what was secret a secret when it is replaced, whatever it looks like', async () => {
  openServerForm({ kind: 'edit', serverId: files.id })
  const view = await renderWithHost(<ServerFormDialog />, host())
  await user.click(screen.getByRole('button', { name: 'Replace' }))
  expect(screen.getByRole('switch', { name: 'Secret, variable 1' }).getAttribute('aria-checked')).toBe('true')
  await fill(screen.getByLabelText('Key of variable 1'), 'NAME')
  await fill(screen.getByLabelText('Value of variable 1'), 'plain words')
  await user.click(screen.getByRole('button', { name: 'Save' }))
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
    const view = await renderWithHost(<ServerFormDialog />, remoteHost({ ...remote, auth: { kind: 'person' } }))
    expect(screen.getByRole('button', { name: 'Signing inA person signs in' }).getAttribute('aria-expanded')).toBe('false')
    expect(screen.queryByLabelText('Client ID')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(saved(view)).not.toHaveProperty('auth')
  })

  it('AU-21: takes a client ID by hand, and opens there after a sign-in that needs one', async () => {
    openServerForm({ kind: 'edit', serverId: remote.id, part: 'signIn' })
    const view = await renderWithHost(<ServerFormDialog />, remoteHost({ ...remote, auth: { kind: 'person' } }))
    await fill(screen.getByLabelText('Client ID'), 'by-hand')
    await fill(screen.getByLabelText('Scopes'), 'read write')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(saved(view)).toMatchObject({ auth: { kind: 'person', clientId: 'by-hand', scopes: ['read', 'write'] } })
  })

  it('never shows a secret that is kept: it is replaced or deleted', async () => {
    openServerForm({ kind: 'edit', serverId: remote.id })
    const view = await renderWithHost(<ServerFormDialog />, remoteHost())
    expect(screen.getByRole('group', { name: 'Client secret' }).textContent).toContain('Kept in the vault as kept-one')
    await user.click(screen.getByRole('button', { name: 'Replace: Client secret' }))
    const field = screen.getByLabelText<HTMLInputElement>('Client secret')
    expect([field.type, field.value]).toEqual(['password', ''])
    await fill(field, 'new-secret')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(sent(view.host)[0]).toMatchObject({ name: 'secrets.put', input: { value: 'new-secret' } })
    expect(JSON.stringify(saved(view))).not.toContain('new-secret')
  })

  it('says beside the field what is missing', async () => {
    openServerForm({ kind: 'edit', serverId: remote.id })
    const view = await renderWithHost(<ServerFormDialog />, remoteHost())
    await user.click(screen.getByRole('button', { name: 'Delete: Client secret' }))
    await fill(screen.getByLabelText('Client ID'), '')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(invalidFields()).toEqual(['Client ID', 'Client secret'])
    expect(saved(view)).toBeUndefined()
  })
})

it('SE-01, SE-02, SE-07: before it is saved, shows the whole command, which file it means, masked secrets, and that it has the rights of its user', async () => {
  openServerForm({ kind: 'add' })
  await renderWithHost(<ServerFormDialog />, host())
  await fill(screen.getByLabelText('Command'), 'npx')
  await fill(screen.getByLabelText('Arguments'), `-y server "my db" --${'long'.repeat(200)}`)
  await user.click(screen.getByRole('button', { name: 'Add variable' }))
  await fill(screen.getByLabelText('Key of variable 1'), 'PG_PASSWORD')
  await fill(screen.getByLabelText('Value of variable 1'), 'hunter2')
  const text = screen.getByRole('dialog').textContent
  expect(text).toContain(`npx -y server "my db" --${'long'.repeat(200)}`)
  expect(text).toContain('PG_PASSWORD=‹secret›')
  expect(text).toContain('npx is /usr/bin/npx')
  expect(text).toContain('It runs on this computer as a program with your rights.')
  expect(text).not.toContain('hunter2')
})

// Catches: a second server that is drawn like the first one, added without a word.
it('H15: says beside the name that it looks like that of a server which is there', async () => {
  openServerForm({ kind: 'add' })
  await renderWithHost(<ServerFormDialog />, host())
  await fill(screen.getByLabelText('Name'), 'f\u0456les')
  expect(screen.getByRole('textbox', { description: /looks like that of another server, “files”/ })).toBe(screen.getByLabelText('Name'))
})
