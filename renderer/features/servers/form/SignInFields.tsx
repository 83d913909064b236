import { ChevronRight } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import type { AuthKind } from '../../../../shared/domain/serverAuth'
import { useTopic } from '../../../rpc/useTopic'
import { Checkbox } from '../../../ui/form/Checkbox'
import { classNames } from '../../../ui/classNames'
import { Field } from '../../../ui/form/Field'
import { RadioGroup } from '../../../ui/form/RadioGroup'
import { RadioOption } from '../../../ui/form/RadioOption'
import { SelectField } from '../../../ui/form/SelectField'
import { TextField } from '../../../ui/form/TextField'
import type { AuthErrors, AuthForm } from './authForm'
import { SecretEntryField } from './SecretEntryField'
import { t } from '../../../i18n/t'
import { Text } from '../../../i18n/Text'
import { fieldErrorText } from './fieldErrorText'

const kinds: readonly AuthKind[] = ['person', 'client', 'enterprise', 'workload']
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'] as const

export interface SignInFieldsProps {
  readonly auth: AuthForm
  readonly errors: AuthErrors
  /** Open from the start. */
  readonly open: boolean
  /** A header identifies the caller, so these settings have no effect. */
  readonly byHeader: boolean
  readonly onAuth: (auth: AuthForm) => void
}

/** "Signing in": how Parley identifies itself to a remote server. Closed by default, because most servers need no settings here. */
export function SignInFields({ auth, errors, open, byHeader, onAuth }: SignInFieldsProps) {
  const [opened, setOpened] = useState(open)
  const shown = opened || Object.keys(errors).length > 0
  const id = useId()
  const change = (part: Partial<AuthForm>): void => onAuth({ ...auth, ...part })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line pt-3">
      <button
        type="button"
        aria-expanded={shown}
        aria-controls={id}
        className="-mx-1.5 flex h-row items-center gap-2 rounded-2 px-1.5 text-start hover:bg-hover"
        onClick={() => setOpened(!shown)}
      >
        <ChevronRight
          size={14}
          strokeWidth={1.75}
          aria-hidden="true"
          className={classNames(
            'shrink-0 text-text-3 transition-transform duration-(--d-instant)',
            shown ? 'rotate-90' : 'rtl:-scale-x-100',
          )}
        />
        <span className="font-label">{t('servers.auth.title')}</span>
        <span className="cut grow text-12 text-text-3">{t(byHeader ? 'servers.auth.byHeader' : `servers.auth.kind.${auth.kind}`)}</span>
      </button>
      <div id={id} hidden={!shown} className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {shown && (
          <>
            <div className="grid items-start gap-x-4 gap-y-1 medium:grid-cols-[7.25rem_minmax(0,1fr)]">
              <span className="text-12 leading-5 text-text-3">{t('servers.auth.who')}</span>
              <RadioGroup
                label={t('servers.auth.who')}
                value={auth.kind}
                onValue={(value) => {
                  const kind = kinds.find((one) => one === value)
                  if (kind) change({ kind })
                }}
              >
                {kinds.map((kind) => (
                  <RadioOption key={kind} value={kind} label={t(`servers.auth.kind.${kind}`)} help={t(`servers.auth.help.${kind}`)} />
                ))}
              </RadioGroup>
            </div>
            <KindFields auth={auth} errors={errors} change={change} />
            <Field label={t('servers.auth.scopes')} help={t('servers.auth.scopesHelp')}>
              {(control) => <TextField {...control} mono value={auth.scopes} onValue={(scopes) => change({ scopes })} />}
            </Field>
            <Field label={t('servers.auth.issuer')} help={t('servers.auth.issuerHelp')} error={fieldErrorText(errors.issuer)}>
              {(control) => (
                <TextField
                  {...control}
                  mono
                  inputMode="url"
                  translate="no"
                  placeholder="https://"
                  value={auth.issuer}
                  onValue={(issuer) => change({ issuer })}
                />
              )}
            </Field>
          </>
        )}
      </div>
    </div>
  )
}

interface KindFieldsProps {
  readonly auth: AuthForm
  readonly errors: AuthErrors
  readonly change: (part: Partial<AuthForm>) => void
}

function KindFields({ auth, errors, change }: KindFieldsProps) {
  switch (auth.kind) {
    case 'person':
      return (
        <>
          <ClientId auth={auth} errors={errors} change={change} help={t('servers.auth.clientIdPerson')} />
          <ClientSecret auth={auth} change={change} help={t('servers.auth.clientSecretHelp')} />
          {auth.withoutPkce && (
            <Indented>
              <Checkbox
                label={t('servers.auth.withoutPkce')}
                checked={auth.withoutPkce}
                onChecked={(withoutPkce) => change({ withoutPkce })}
                help={t('servers.auth.withoutPkceHelp')}
              />
            </Indented>
          )}
        </>
      )
    case 'client':
      return (
        <>
          <ClientId auth={auth} errors={errors} change={change} />
          <Indented>
            <RadioGroup
              label={t('servers.auth.proof')}
              layout="line"
              value={auth.proof}
              onValue={(proof) => change({ proof: proof === 'key' ? 'key' : 'secret' })}
            >
              <RadioOption value="secret" label={t('servers.auth.proof.secret')} />
              <RadioOption value="key" label={t('servers.auth.proof.key')} />
            </RadioGroup>
          </Indented>
          {auth.proof === 'secret' ? (
            <ClientSecret auth={auth} change={change} error={fieldErrorText(errors.proof)} />
          ) : (
            <>
              <SecretEntryField
                label={t('servers.auth.privateKey')}
                long
                help={t('servers.auth.privateKeyHelp')}
                error={fieldErrorText(errors.proof)}
                entry={auth.privateKey}
                onEntry={(privateKey) => change({ privateKey })}
              />
              <Field label={t('servers.auth.algorithm')}>
                {(control) => (
                  <SelectField
                    {...control}
                    className="w-full max-w-48"
                    value={auth.algorithm}
                    onValue={(algorithm) => change({ algorithm })}
                    options={[
                      { value: 'auto' as const, label: t('servers.auth.algorithmAuto') },
                      ...algorithms.map((name) => ({ value: name, label: name })),
                    ]}
                  />
                )}
              </Field>
            </>
          )}
        </>
      )
    case 'enterprise':
      return (
        <>
          <WhichIdp />
          <ClientId auth={auth} errors={errors} change={change} help={t('servers.auth.clientIdEnterprise')} />
          <ClientSecret auth={auth} change={change} help={t('servers.auth.clientSecretHelp')} />
        </>
      )
    case 'workload':
      return (
        <>
          <Indented>
            <RadioGroup
              label={t('servers.auth.tokenFrom')}
              layout="line"
              value={auth.tokenFrom}
              onValue={(from) => change({ tokenFrom: from === 'typed' ? 'typed' : 'file' })}
            >
              <RadioOption value="file" label={t('servers.auth.tokenFrom.file')} />
              <RadioOption value="typed" label={t('servers.auth.tokenFrom.typed')} />
            </RadioGroup>
          </Indented>
          {auth.tokenFrom === 'file' ? (
            <Field label={t('servers.auth.tokenFile')} help={t('servers.auth.tokenFileHelp')} error={fieldErrorText(errors.token)}>
              {(control) => (
                <TextField
                  {...control}
                  mono
                  placeholder="/var/run/secrets/token"
                  value={auth.tokenFile}
                  onValue={(tokenFile) => change({ tokenFile })}
                />
              )}
            </Field>
          ) : (
            <SecretEntryField
              label={t('servers.auth.token')}
              error={fieldErrorText(errors.token)}
              entry={auth.token}
              onEntry={(token) => change({ token })}
            />
          )}
          <ClientId auth={auth} errors={errors} change={change} help={t('servers.auth.clientIdWorkload')} />
        </>
      )
  }
}

function ClientId({ auth, errors, change, help }: KindFieldsProps & { readonly help?: string }) {
  return (
    <Field label={t('servers.auth.clientId')} error={fieldErrorText(errors.clientId)} {...(help !== undefined && { help })}>
      {(control) => <TextField {...control} mono value={auth.clientId} onValue={(clientId) => change({ clientId })} />}
    </Field>
  )
}

interface ClientSecretProps extends Omit<KindFieldsProps, 'errors'> {
  readonly help?: string
  readonly error?: string | undefined
}

function ClientSecret({ auth, change, help, error }: ClientSecretProps) {
  return (
    <SecretEntryField
      label={t('servers.auth.clientSecret')}
      {...(help !== undefined && { help })}
      error={error}
      entry={auth.clientSecret}
      onEntry={(clientSecret) => change({ clientSecret })}
    />
  )
}

function WhichIdp() {
  const idp = useTopic('accounts', (accounts) => accounts.idp)
  return (
    <Indented>
      <p className="text-12 text-text-2">
        {idp ? (
          <Text
            id="servers.auth.idp"
            components={{
              issuer: (
                <code translate="no" className="mono breakable">
                  {idp.issuer}
                </code>
              ),
            }}
          />
        ) : (
          t('servers.auth.noIdp')
        )}
      </p>
    </Indented>
  )
}

/** Aligns the content with the fields, not with their labels. */
function Indented({ children }: { readonly children: ReactNode }) {
  return (
    <div className="grid gap-x-4 medium:grid-cols-[7.25rem_minmax(0,1fr)]">
      <span className="max-medium:hidden" />
      <div className="min-w-0">{children}</div>
    </div>
  )
}
