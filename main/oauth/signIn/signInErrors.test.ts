import { OAuthError } from '@modelcontextprotocol/client'
import { expect, it } from 'vitest'
import { signInFailed } from './signInErrors'

it.each([
  ['a schema of the library', new Error('Invalid input: expected string, received undefined'), undefined],
  ['a rule of the library', new Error('Incompatible auth server: does not support code challenge method S256'), undefined],
  ['the authorization server', new OAuthError('server_error', 'We are closed'), 'server_error: We are closed'],
])('quotes the authorization server and nobody else: %s', (_what, thrown, said) => {
  expect(signInFailed('finding', 'login.test', thrown).said).toBe(said)
})
