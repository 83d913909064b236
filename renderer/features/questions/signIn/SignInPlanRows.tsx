import { Check, Lock } from 'lucide-react'
import type { SignInPlan } from '../../../../shared/domain/account'
import { useTopic } from '../../../rpc/useTopic'
import { UrlBox } from '../../../ui/UrlBox'
import { Chip } from '../../../ui/Chip'
import { QuestionRow } from '../../../widgets/QuestionRow'
import { SafeText } from '../../../ui/SafeText'
import { SelectField } from '../../../ui/form/SelectField'
import { StatusIcon } from '../../../ui/StatusIcon'
import { describeBrowser, describeTokenStorage, describeWarning } from './describeSignIn'

/** Where the person will sign in, whole, and what is odd about it. */
export function SignInAddress({ plan }: { readonly plan: SignInPlan }) {
  const warnings = plan.warnings.map((warning) => ({ warning, ...describeWarning(warning, plan) }))
  return (
    <QuestionRow>
      <div className="grid gap-2">
        <UrlBox caption="You will sign in at this address, whole" url={plan.url} danger={warnings.some(({ grave }) => grave)} />
        <ul aria-label="About this address" className="flex flex-wrap gap-1.5">
          {warnings.map(({ warning, words, grave }) => (
            <li key={warning} className="min-w-0">
              <Chip wraps look={grave ? 'danger' : 'ask'}>
                <StatusIcon shape={grave ? 'failed' : 'ask'} size={10} />
                <SafeText text={words} />
              </Chip>
            </li>
          ))}
          {!plan.warnings.includes('newIssuer') && plan.serverHost !== '' && (
            <li className="min-w-0">
              <Chip wraps>
                <Check size={13} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
                Named by {plan.serverHost}
              </Chip>
            </li>
          )}
          {!plan.warnings.includes('noPkce') && (
            <li>
              <Chip>
                <Lock size={12} strokeWidth={1.75} aria-hidden="true" />
                Answer protected (PKCE)
              </Chip>
            </li>
          )}
        </ul>
      </div>
    </QuestionRow>
  )
}

/** The rights that the server asks for, by their own names, those that it did not have before apart. */
export function SignInScopes({ plan, name }: { readonly plan: SignInPlan; readonly name: string }) {
  const { scopes, addedScopes } = plan
  return (
    <QuestionRow label="It asks to">
      {scopes.length === 0 ? (
        <span className="text-text-2">No rights are named. The page says what it gives.</span>
      ) : (
        <div className="grid gap-1">
          <ul aria-label="Rights" className="flex flex-wrap gap-1.5">
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
                  New: <SafeText text={scope} />
                </Chip>
              </li>
            ))}
          </ul>
          <p className="text-12 text-text-3">
            {name}’s page will list them again in its own words.
            {scopes.includes('offline_access') && ' With offline_access you stay signed in.'}
          </p>
        </div>
      )}
    </QuestionRow>
  )
}

/** Which authorization server signs the person in, where the server names several. */
export function SignInIssuer({ plan, onIssuer }: { readonly plan: SignInPlan; readonly onIssuer: (issuer: string) => void }) {
  if (plan.otherIssuers.length === 0) return null
  return (
    <QuestionRow label="Signed in by" className="items-center">
      <SelectField
        label="Signed in by"
        className="w-full max-w-80"
        value={plan.issuer}
        options={[plan.issuer, ...plan.otherIssuers].map((issuer) => ({ value: issuer, label: issuer }))}
        onValue={onIssuer}
      />
    </QuestionRow>
  )
}

/** What follows the click, and where the tokens go. */
export function SignInWhatHappens({ plan }: { readonly plan: SignInPlan }) {
  const app = useTopic('app')
  if (!app) return null
  return (
    <QuestionRow label="What happens">
      {describeBrowser(app.shell)} {describeTokenStorage(app.secretsKept)}
      {plan.target.kind === 'server' ? (
        <>
          {' '}
          and are sent to <code className="mono breakable">{plan.serverHost}</code> only.
        </>
      ) : (
        ' and vouch for you at the servers that ask for it.'
      )}
      {app.shell === 'browser' && <span className="text-text-2"> If it cannot reach Parley, paste the address that you landed on.</span>}
    </QuestionRow>
  )
}
