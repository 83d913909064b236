import { expect, it } from 'vitest'
import { signal } from '../testing/accountFixture'
import { tokenRequest } from './tokenRequest'

it.each([
  [503, '<html>down</html>', 'oauth.tokenAnswerStatus'],
  [403, '{"error": "blocked by the company"}', 'oauth.tokenAnswerStatus'],
  [200, '{"token": "of no known shape"}', 'oauth.tokenAnswerUnclear'],
])('says who answered what with %i, and what to do, whatever was asked for', async (status, body, reason) => {
  const question = {
    endpoint: 'https://as.example/token',
    issuer: 'https://as.example',
    params: { grant_type: 'refresh_token' },
    client: { clientId: 'parley', authMethods: [] },
    fetchFn: () => Promise.resolve(new Response(body, { status })),
    step: { kind: 'refresh' } as const,
  }
  await expect(tokenRequest(question, signal)).rejects.toMatchObject({
    code: 'SERVER_UNREACHABLE',
    reason,
    params: { host: 'as.example', step: 'refresh' },
  })
})
