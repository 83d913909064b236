import { Check, Lock } from 'lucide-react'
import type { SignInPlan } from '../../../../shared/domain/account'
import { Text } from '../../../i18n/Text'
import { t } from '../../../i18n/t'
import { useTopic } from '../../../rpc/useTopic'
import { UrlBox } from '../../../ui/UrlBox'
import { Chip } from '../../../ui/Chip'
import { LabelledRow } from '../../../widgets/LabelledRow'
import { SafeText } from '../../../ui/SafeText'
import { SelectField } from '../../../ui/form/SelectField'
import { StatusIcon } from '../../../ui/StatusIcon'
import { describeBrowser, describeWarning } from './describeSignIn'

/** The whole address where the person will sign in, and what is unusual about it. */
export function SignInAddress({ plan }: { readonly plan: SignInPlan }) {
  const warnings = plan.warnings.map((warning) => ({ warning, ...describeWarning(warning, plan) }))
  return (
    <LabelledRow>
      <div className="grid gap-2">
        <UrlBox caption={t('signIn.address')} url={plan.url} danger={warnings.some(({ grave }) => grave)} />
        <ul aria-label={t('signIn.aboutAddress')} className="flex flex-wrap gap-1.5">
          {warnings.map(({ warning, words, grave }) => (
            <li key={warning} className="min-w-0">
              <Chip wraps look={grave ? 'danger' : 'ask'}>
                <StatusIcon shape={grave ? 'failed' : 'ask'} size={10} />
                <SafeText own text={words} />
              </Chip>
            </li>
          ))}
          {!plan.warnings.includes('newIssuer') && plan.serverHost !== '' && (
            <li className="min-w-0">
              <Chip wraps>
                <Check size={13} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
                {t('signIn.namedBy', { host: plan.serverHost })}
              </Chip>
            </li>
          )}
          {!plan.warnings.includes('noPkce') && (
            <li>
              <Chip>
                <Lock size={12} strokeWidth={1.75} aria-hidden="true" />
                {t('signIn.protected')}
              </Chip>
            </li>
          )}
        </ul>
      </div>
    </LabelledRow>
  )
}

/** The rights that the server requests, by their own names. New rights are set apart. */
export function SignInScopes({ plan, name }: { readonly plan: SignInPlan; readonly name: string }) {
  const { scopes, addedScopes } = plan
  return (
    <LabelledRow label={t('signIn.asksTo')}>
      {scopes.length === 0 ? (
        <span className="text-text-2">{t('signIn.noRights')}</span>
      ) : (
        <div className="grid gap-1">
          <ul aria-label={t('signIn.rights')} className="flex flex-wrap gap-1.5">
            {scopes.map((scope) => (
              <li key={scope} className="min-w-0">
                <Chip wraps look="claim">
                  <span className="mono">
                    <SafeText text={scope} />
                  </span>
                </Chip>
              </li>
            ))}
            {addedScopes.map((scope) => (
              <li key={scope} className="min-w-0">
                <Chip wraps look="ask">
                  <StatusIcon shape="ask" size={10} />
                  <Text id="signIn.newRight" components={{ scope: <SafeText text={scope} /> }} />
                </Chip>
              </li>
            ))}
          </ul>
          <p className="text-12 text-text-3">
            {t('signIn.pageLists', { name })}
            {scopes.includes('offline_access') && ` ${t('signIn.offlineAccess')}`}
          </p>
        </div>
      )}
    </LabelledRow>
  )
}

/** Chooses the authorization server when the server names several. */
export function SignInIssuer({ plan, onIssuer }: { readonly plan: SignInPlan; readonly onIssuer: (issuer: string) => void }) {
  if (plan.otherIssuers.length === 0) return null
  return (
    <LabelledRow label={t('signIn.signedInBy')} className="items-center">
      <SelectField
        label={t('signIn.signedInBy')}
        className="w-full max-w-80"
        value={plan.issuer}
        options={[plan.issuer, ...plan.otherIssuers].map((issuer) => ({ value: issuer, label: issuer }))}
        onValue={onIssuer}
      />
    </LabelledRow>
  )
}

/** Says what happens after the click, and where the tokens are stored. */
export function SignInWhatHappens({ plan }: { readonly plan: SignInPlan }) {
  const app = useTopic('app')
  if (!app) return null
  return (
    <LabelledRow label={t('questions.whatHappens')}>
      {describeBrowser(app.shell)}{' '}
      {plan.target.kind === 'server' ? (
        <Text
          id={`signIn.sentTo.${app.secretsKept}`}
          components={{
            host: (
              <code translate="no" className="mono breakable">
                {plan.serverHost}
              </code>
            ),
          }}
        />
      ) : (
        t(`signIn.vouch.${app.secretsKept}`)
      )}
      {app.shell === 'browser' && <span className="text-text-2"> {t('signIn.pasteHint')}</span>}
    </LabelledRow>
  )
}
