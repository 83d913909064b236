import type { SignInPlan, SignInWarning } from '../../../../shared/domain/account'
import type { SignInDetails } from '../../../../shared/domain/question'
import type { AppInfo } from '../../../../shared/domain/settings'
import { assertNever } from '../../../../shared/lib/assertNever'
import { t, translator } from '../../../messages/t'
import { formatDay } from '../../../ui/format/relativeTime'

/** Pure: something about a sign-in that a person should see first, as a sentence; `grave` where it smells of a trap. */
export function describeWarning(warning: SignInWarning, plan: SignInPlan): { readonly words: string; readonly grave: boolean } {
  switch (warning) {
    case 'unrelatedHost':
      return { words: t('signIn.warning.unrelatedHost', { host: plan.serverHost }), grave: false }
    case 'otherHosts':
      return { words: t('signIn.warning.otherHosts', { hosts: translator().list(plan.otherHosts) }), grave: true }
    case 'newIssuer':
      return { words: t('signIn.warning.newIssuer'), grave: false }
    case 'loopback':
      return { words: t('signIn.warning.loopback'), grave: false }
    case 'privateNetwork':
      return { words: t('signIn.warning.privateNetwork'), grave: true }
    case 'lookAlike':
      return { words: t('signIn.warning.lookAlike'), grave: true }
    case 'punycode':
      return { words: t('signIn.warning.punycode'), grave: true }
    case 'ipAddress':
      // A program on this computer has no other name.
      return { words: t('signIn.warning.ipAddress'), grave: !plan.warnings.includes('loopback') }
    case 'hiddenCharacters':
      return { words: t('signIn.warning.hiddenCharacters'), grave: true }
    case 'noPkce':
      return { words: t('signIn.warning.noPkce'), grave: true }
    default:
      return assertNever(warning)
  }
}

/** Pure: what the browser does when the person signs in. */
export function describeBrowser(shell: AppInfo['shell']): string {
  return shell === 'browser' ? t('signIn.opens.tab') : t('signIn.opens.browser')
}

/** Pure: why a person is asked to sign in, after the name of the server. `ended` is when the last sign-in ran out. */
export function describeSignInReason(why: SignInDetails['why'], ended: number | undefined, now: number): string {
  switch (why) {
    case 'first':
      return t('signIn.why.first')
    case 'ended':
      return ended !== undefined && ended <= now ? t('signIn.why.endedOn', { day: formatDay(ended, now) }) : t('signIn.why.ended')
    case 'moreRights':
      return t('signIn.why.moreRights')
    default:
      return assertNever(why)
  }
}
