import type { SignInPlan, SignInWarning } from '../../../../shared/domain/account'
import type { SignInDetails } from '../../../../shared/domain/question'
import type { AppInfo } from '../../../../shared/domain/settings'
import { assertNever } from '../../../../shared/lib/assertNever'
import { t, translator } from '../../../i18n/t'
import { formatDay } from '../../../ui/format/formatTime'

/** Pure: describes a warning about a sign-in as a sentence. `grave` means that it may be an attack. */
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
      // A program on this computer has no host name, so its IP address alone is not suspicious.
      return { words: t('signIn.warning.ipAddress'), grave: !plan.warnings.includes('loopback') }
    case 'hiddenCharacters':
      return { words: t('signIn.warning.hiddenCharacters'), grave: true }
    case 'noPkce':
      return { words: t('signIn.warning.noPkce'), grave: true }
    default:
      return assertNever(warning)
  }
}

/** Pure: says what the browser does when the person signs in. */
export function describeBrowser(shell: AppInfo['shell']): string {
  return shell === 'browser' ? t('signIn.opens.tab') : t('signIn.opens.browser')
}

/** Pure: says why a person must sign in, after the name of the server. `ended` is the time when the last sign-in expired. */
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
