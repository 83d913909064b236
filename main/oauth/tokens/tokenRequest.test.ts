import { expect, it } from 'vitest'
import { signal } from '../testing/accountFixture'
import { tokenRequest } from './tokenRequest'

it.each([
  [503, '<html>down</html>', 'as.example answered the renewal of the sign-in with 503'],
  [403, '{"error": "blocked by the company"}', 'as.example answered the renewal of the sign-in with 403'],
  [200, '{"token": "of no known shape"}', 'as.example answered the renewal of the sign-in with nothing that Parley understands'],
])('says who answered what with %i, and what to do, whatever was asked for', async (status, body, message) => {
  const question = {
    endpoint: 'https://as.example/token',
    issuer: 'https://as.example',
    params: { grant_type: 'refresh_token' },
    client: { clientId: 'parley', authMethods: [] },
    fetchFn: () => Promise.resolve(new Response(body, { status })),
    step: 'the renewal of the sign-in',
  }
  const hint = 'Try again in a while. If that does not help, tell whoever runs the server.'
  await expect(tokenRequest(question, signal)).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE', message, hint })
})
