import type { SignInPlan, SignInWarning } from '../../../../shared/domain/account'
import type { SignInDetails } from '../../../../shared/domain/question'
import type { AppInfo } from '../../../../shared/domain/settings'
import { assertNever } from '../../../../shared/lib/assertNever'
import { formatDay } from '../../../ui/format/relativeTime'

/** Pure: something about a sign-in that a person should see first, as a sentence; `grave` where it smells of a trap. */
export function describeWarning(warning: SignInWarning, plan: SignInPlan): { readonly words: string; readonly grave: boolean } {
  switch (warning) {
    case 'unrelatedHost':
      return { words: `This address belongs to somebody else than ${plan.serverHost}`, grave: false }
    case 'otherHosts':
      return { words: `What comes of it goes to ${plan.otherHosts.join(' and ')} too`, grave: true }
    case 'newIssuer':
      return { words: 'Not where you signed in before', grave: false }
    case 'loopback':
      return { words: 'It leads to a program on this computer, not to the internet', grave: false }
    case 'privateNetwork':
      return { words: 'It leads into your own network', grave: true }
    case 'lookAlike':
      return { words: 'Its host looks like another one', grave: true }
    case 'punycode':
      return { words: 'Its host is written in letters that can look like others', grave: true }
    case 'ipAddress':
      // A program on this computer has no other name.
      return { words: 'Its host is a bare number, not a name', grave: !plan.warnings.includes('loopback') }
    case 'hiddenCharacters':
      return { words: 'Characters that are not drawn are written in it', grave: true }
    case 'noPkce':
      return { words: 'Its answer is not protected (no PKCE): a program that reads along could take your place', grave: true }
    default:
      return assertNever(warning)
  }
}

/** Pure: what the browser does when the person signs in. */
export function describeBrowser(shell: AppInfo['shell']): string {
  return shell === 'browser'
    ? 'A new tab opens; afterwards it hands a code back to Parley.'
    : 'Your browser opens; afterwards it hands a code back to Parley on this computer.'
}

/** Pure: where the tokens go then, as the start of a sentence. */
export function describeTokenStorage(kept: AppInfo['secretsKept']): string {
  switch (kept) {
    case 'keychain':
      return 'The tokens are kept encrypted, opened by your system keychain,'
    case 'passphrase':
      return 'The tokens are kept encrypted, opened by your passphrase,'
    case 'memory':
      return 'The tokens are kept until Parley quits'
    case 'unknown':
      return 'The tokens go into the vault'
    default:
      return assertNever(kept)
  }
}

/** Pure: why a person is asked to sign in, after the name of the server. `ended` is when the last sign-in ran out. */
export function describeSignInReason(why: SignInDetails['why'], ended: number | undefined, now: number): string {
  switch (why) {
    case 'first':
      return 'you have not signed in yet'
    case 'ended':
      return ended !== undefined && ended <= now ? `its sign-in ended ${formatDay(ended, now)}` : 'its sign-in is no longer good'
    case 'moreRights':
      return 'it wants more rights than you gave it'
    default:
      return assertNever(why)
  }
}
