import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { passTime } from '../../../testing/settle'
import { collectTexts } from '../../../testing/namesOf'
import type { StdioLaunch } from '../../../../shared/domain/server'
import { button, dialog, press, showQuestion } from '../testing/questionStage'

afterEach(() => {
  vi.useRealTimers()
})

const launch: StdioLaunch = {
  kind: 'stdio',
  command: 'npx',
  args: ['-y', 'server', 'with space', '\u202Efdp.exe', `--${'long'.repeat(200)}`],
  env: { TOKEN: '•••', KEY: { secret: 'key' }, MODE: 'plain' },
  cwd: '/home/dana',
}

it('SE-01, SE-02, SE-03, SE-07: asks with the whole command, its file, masked values and its rights, and starts nothing before', async () => {
  const view = await showQuestion({ kind: 'start', launch, file: '/usr/bin/npx' })
  const { textContent: text } = dialog()
  for (const words of [
    'Startfor “Everything”',
    'npx·runs on this computer',
    'Everything is new in servers.json',
    'It runs as a program with your rights: it can do all that you can do. Nothing of it has run yet.',
    `Commandnpx -y server "with space" U+202Efdp.exe --${'long'.repeat(200)}`,
    'File/usr/bin/npx',
    'TOKEN•••',
    'KEYthe secret “key”',
    'MODEplain',
    'Folder/home/dana',
  ])
    expect(text).toContain(words)
  await press('Not now')
  expect(view.answers).toEqual([{ kind: 'start', action: 'notNow' }])
})

it('B06: says which secret and which file would be sent to sign in', async () => {
  const far = { kind: 'http', url: 'https://far.test/mcp', headers: {}, transport: 'auto' } as const
  const sends = { secrets: ['claude-api-key'], file: '/home/dana/key' }
  await showQuestion({ kind: 'start', launch: far, sends, signInChanged: true })
  for (const words of [
    'Parley sends your secret “claude-api-key”.',
    'Parley sends what is in your file “/home/dana/key”.',
    'It goes to whom this address names.',
    'Nobody has agreed yet to how Parley signs in to Everything',
  ])
    expect(dialog().textContent).toContain(words)
})

// Catches: the address was named, and the secret went to an issuer that was not.
it('B06: names who gets the secret, where the entry says it', async () => {
  const far = { kind: 'http', url: 'https://far.test/mcp', headers: {}, transport: 'auto' } as const
  await showQuestion({ kind: 'start', launch: far, sends: { secrets: ['claude-api-key'], to: 'https://evil.test' } })
  expect(dialog().textContent).toContain('It goes to https://evil.test.')
  expect(dialog().textContent).not.toContain('to whom this address names')
})

it('says who set a server of a policy, and not that it is new in servers.json', async () => {
  await showQuestion({ kind: 'start', launch, setBy: 'Atlas IT' })
  expect(dialog().textContent).toContain('Atlas IT has set Everything in the policy that Parley was started with.')
  expect(dialog().textContent).not.toContain('servers.json')
})

it('P08: says which variable changes what runs, and shows its value', async () => {
  await showQuestion({ kind: 'start', launch: { ...launch, env: { OPENSSL_CONF: '/tmp/sk-aaaaaaaaaaaaaaaa.cnf', MODE: 'plain' } } })
  expect(dialog().textContent).toContain('“OPENSSL_CONF” changes what runs.')
  expect(dialog().textContent).not.toContain('“MODE”')
  expect(dialog().textContent).toContain('/tmp/sk-aaaaaaaaaaaaaaaa.cnf')
})

/** Returns each row's name together with the rest of its text. */
const rows = () => screen.getAllByRole('term').map(({ parentElement }) => parentElement?.textContent ?? '')
const marked = () => [collectTexts(screen.getAllByRole('deletion')), collectTexts(screen.getAllByRole('insertion'))]

it('SE-07: shows both files where the command means another one than before, and says that in red', async () => {
  const view = await showQuestion({ kind: 'start', launch, file: '/tmp/npx', previousFile: '/usr/bin/npx' })
  expect(dialog().textContent).toContain('npx now means another file than when you accepted Everything.')
  expect(marked()).toEqual([['/usr/bin/npx'], ['/tmp/npx']])
  expect(rows()[0]).toMatch(/^File.*Changed$/s)
  expect(
    rows()
      .slice(1)
      .map((row) => row.slice(0, 5)),
  ).toEqual(['Comma', 'Folde', 'TOKEN', 'KEYth', 'MODEp'])
  await passTime(600)
  expect(button('Start').className).toContain('danger')
  await press('Start')
  expect(view.answers).toEqual([{ kind: 'start', action: 'start' }])
})

it('SE-07: tells argument by argument and variable by variable what was added, changed and removed', async () => {
  const previous = { ...launch, args: ['-y', 'server@1', '--safe'], env: { TOKEN: '•••', MODE: 'plain', OLD: 'x' } }
  const now = {
    ...launch,
    args: ['-y', 'server@2', '--all', '--open'],
    env: { TOKEN: '•••', MODE: ' plain', NODE_OPTIONS: '--require /tmp/t.cjs' },
  }
  await showQuestion({ kind: 'start', launch: now, previous, file: '/usr/bin/npx' })
  expect(rows().map((row) => row.replaceAll('\n', '|'))).toEqual([
    'Commandnpx|-y|server@1|server@2|--safe|--all|--openChanged',
    'MODEplain| plainChanged',
    'NODE_OPTIONS--require /tmp/t.cjsNew',
    'OLDxGone',
    'File/usr/bin/npx',
    'Folder/home/dana',
    'TOKEN•••',
  ])
  expect(marked()).toEqual([
    ['server@1', '--safe', 'plain', 'x'],
    ['server@2', '--all', '--open', 'plain', '--require /tmp/t.cjs'],
  ])
})

it('shows a server on this computer that became a remote one as another thing altogether', async () => {
  const now = { kind: 'http', url: 'https://mcp.example/mcp', headers: { Authorization: '•••' }, transport: 'sse' } as const
  await showQuestion({ kind: 'start', launch: now, previous: { ...launch, args: [], env: {} } })
  expect(rows()).toEqual([
    'URLhttps://mcp.example/mcpNew',
    'TransportHTTP+SSE onlyNew',
    'Authorization•••New',
    'CommandnpxGone',
    'Folder/home/danaGone',
  ])
})
