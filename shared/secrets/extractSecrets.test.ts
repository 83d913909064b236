import { expect, it } from 'vitest'
import { secretNameFor } from './secretNameFor'
import { extractSecrets } from './extractSecrets'

it('takes the values that look like secrets out of a launch, and leaves the rest as it is', () => {
  const env = { GITHUB_TOKEN: 'ghp_0123456789abcdef', LOG_LEVEL: 'info', API_KEY: { secret: 'kept' }, PASSWORD: '${PASSWORD}' }
  const launch = { kind: 'stdio', command: 'npx', args: ['-y', 'server'], env } as const
  expect(extractSecrets('github', { ...launch, args: [...launch.args] }, [])).toEqual({
    launch: { ...launch, env: { ...env, GITHUB_TOKEN: { secret: 'github/GITHUB_TOKEN' } } },
    secrets: [{ name: 'github/GITHUB_TOKEN', value: 'ghp_0123456789abcdef' }],
  })
})

it('does the same for the headers of a remote server', () => {
  const headers = { Authorization: 'Bearer 0123456789', 'X-Team': 'blue' }
  expect(extractSecrets('work', { kind: 'http', url: 'https://example.com/mcp', headers, transport: 'auto' }, [])).toEqual({
    launch: {
      kind: 'http',
      url: 'https://example.com/mcp',
      headers: { Authorization: { secret: 'work/Authorization' }, 'X-Team': 'blue' },
      transport: 'auto',
    },
    secrets: [{ name: 'work/Authorization', value: 'Bearer 0123456789' }],
  })
})

it('K14: gives no secret a name of the form that is reserved, whatever its server is called', () => {
  const launch = { kind: 'stdio', command: 'a', args: [], env: { TOKEN: 'tok-1234567890' } } as const
  const named = (serverId: string) => extractSecrets(serverId, { ...launch, args: [] }, ['client-a/TOKEN']).secrets.map(({ name }) => name)
  expect([named('account:5f0f3a4e'), named(' client:a'), named('clients')]).toEqual([
    ['account-5f0f3a4e/TOKEN'],
    ['client-a/TOKEN 2'],
    ['clients/TOKEN'],
  ])
})

it('gives no secret the name of another one, whoever it belongs to', () => {
  const env = { TOKEN: 'tok-1234567890' }
  const { secrets } = extractSecrets('a', { kind: 'stdio', command: 'a', args: [], env }, ['a/TOKEN', 'a/TOKEN 2'])
  expect(secrets).toEqual([{ name: 'a/TOKEN 3', value: 'tok-1234567890' }])
  expect(secretNameFor('x'.repeat(400), 'KEY').length).toBeLessThan(300)
})
