import { expect, it, vi } from 'vitest'
import { AppError } from '../../../shared/errors/appError'
import { FakeSignInServer } from '../testing/fakeSignInServer'
import { SignInFixture } from '../testing/signInFixture'

/** The lines of the log about addresses, from a sign-in that is refused because of its page. */
async function loggedOf(address: string): Promise<readonly unknown[]> {
  await using fake = await FakeSignInServer.start({ metadata: () => ({ authorization_endpoint: address }) })
  await using fixture = new SignInFixture(fake)
  using written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const failure = await fixture.prepare().then(
    () => 'prepared',
    (thrown: unknown) => AppError.from(thrown).code,
  )
  expect([failure, fixture.opened]).toEqual(['SIGN_IN_FAILED', []])
  return written.mock.calls
    .map(([line]): unknown => JSON.parse(String(line)))
    .filter((line) => JSON.stringify(line).includes(JSON.stringify(address.slice(0, 200)).slice(0, -1)))
}

// Each row catches an address that somebody who watches for attacks would look for, and not find.
it.each([
  'javascript:alert(1)',
  'file:///C:/Windows/System32/calc.exe',
  'http://accounts.example/authorize',
  'https://me:secret-1@accounts.example/authorize',
  'https://accounts.google.com..evil.test/authorize',
])('SE-19: leaves in the log that a server would have a person sign in at %s', async (address) => {
  expect(await loggedOf(address)).toMatchObject([
    { level: 'warn', message: 'An authorization server named an address that Parley does not use', address },
  ])
})

it('SE-19: leaves the beginning of an address in the log that is too long to be one', async () => {
  const [line, ...others] = await loggedOf(`https://accounts.example/${'x'.repeat(20_000)}`)
  expect([JSON.stringify(line).length < 2_000, others]).toEqual([true, []])
})
