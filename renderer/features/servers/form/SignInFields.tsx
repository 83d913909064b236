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

const kinds: Record<AuthKind, { readonly label: string; readonly help: string }> = {
  person: { label: 'A person signs in', help: 'In the browser. Everything below may stay empty: Parley finds out.' },
  client: { label: 'Parley itself', help: 'With a client ID, and a secret or a private key. Nobody is asked.' },
  enterprise: {
    label: 'The organisation’s identity provider',
    help: 'It vouches for you. Which one it is stands in Settings, Signing in.',
  },
  workload: { label: 'This computer’s own identity', help: 'A token that its platform gives it, typed or from a file.' },
}
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'] as const

export interface SignInFieldsProps {
  readonly auth: AuthForm
  readonly errors: AuthErrors
  /** Open from the start. */
  readonly open: boolean
  /** A header says who calls, so nothing of this is used. */
  readonly byHeader: boolean
  readonly onAuth: (auth: AuthForm) => void
}

/** "Signing in": how a remote server is told who calls. Closed until somebody needs it, since most servers need nothing of it. */
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
        className="-mx-1.5 flex h-row items-center gap-2 rounded-2 px-1.5 text-left hover:bg-hover"
        onClick={() => setOpened(!shown)}
      >
        <ChevronRight
          size={14}
          strokeWidth={1.75}
          aria-hidden="true"
          className={classNames('shrink-0 text-text-3 transition-transform duration-(--d-instant)', shown && 'rotate-90')}
        />
        <span className="font-label">Signing in</span>
        <span className="cut grow text-12 text-text-3">
          {byHeader ? 'Not used: the Authorization header says who calls' : kinds[auth.kind].label}
        </span>
      </button>
      <div id={id} hidden={!shown} className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {shown && (
          <>
            <div className="grid items-start gap-x-4 gap-y-1 medium:grid-cols-[7.25rem_minmax(0,1fr)]">
              <span className="text-12 leading-5 text-text-3">Who signs in</span>
              <RadioGroup
                label="Who signs in"
                value={auth.kind}
                onValue={(value) => {
                  if (isKind(value)) change({ kind: value })
                }}
              >
                {(['person', 'client', 'enterprise', 'workload'] as const).map((kind) => (
                  <RadioOption key={kind} value={kind} label={kinds[kind].label} help={kinds[kind].help} />
                ))}
              </RadioGroup>
            </div>
            <KindFields auth={auth} errors={errors} change={change} />
            <Field label="Scopes" help="Which rights to ask for, between spaces. Empty: what the server asks for.">
              {(control) => <TextField {...control} mono value={auth.scopes} onValue={(scopes) => change({ scopes })} />}
            </Field>
            <Field label="Authorization server" help="Its issuer, where the server names several. Empty: the first." error={errors.issuer}>
              {(control) => (
                <TextField
                  {...control}
                  mono
                  inputMode="url"
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
          <ClientId
            auth={auth}
            errors={errors}
            change={change}
            help="Of a client that was registered by hand. Empty: Parley registers itself."
          />
          <ClientSecret auth={auth} change={change} help="If the client has one." />
          {auth.withoutPkce && (
            <Indented>
              <Checkbox
                label="Go on without PKCE"
                checked={auth.withoutPkce}
                onChecked={(withoutPkce) => change({ withoutPkce })}
                help="You agreed to that for this server: its answer is not protected on its way."
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
              label="Proves itself with"
              layout="line"
              value={auth.proof}
              onValue={(proof) => change({ proof: proof === 'key' ? 'key' : 'secret' })}
            >
              <RadioOption value="secret" label="A client secret" />
              <RadioOption value="key" label="A private key" />
            </RadioGroup>
          </Indented>
          {auth.proof === 'secret' ? (
            <ClientSecret auth={auth} change={change} error={errors.proof} />
          ) : (
            <>
              <SecretEntryField
                label="Private key"
                long
                help="PEM, PKCS #8."
                error={errors.proof}
                entry={auth.privateKey}
                onEntry={(privateKey) => change({ privateKey })}
              />
              <Field label="Algorithm">
                {(control) => (
                  <SelectField
                    {...control}
                    className="w-full max-w-48"
                    value={auth.algorithm}
                    onValue={(algorithm) => change({ algorithm })}
                    options={[
                      { value: 'auto' as const, label: 'As the key says' },
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
          <ClientId auth={auth} errors={errors} change={change} help="Of Parley at this server’s authorization server." />
          <ClientSecret auth={auth} change={change} help="If the client has one." />
        </>
      )
    case 'workload':
      return (
        <>
          <Indented>
            <RadioGroup
              label="The token comes from"
              layout="line"
              value={auth.tokenFrom}
              onValue={(from) => change({ tokenFrom: from === 'typed' ? 'typed' : 'file' })}
            >
              <RadioOption value="file" label="A file" />
              <RadioOption value="typed" label="Typed here" />
            </RadioGroup>
          </Indented>
          {auth.tokenFrom === 'file' ? (
            <Field label="Token file" help="Its whole path. It is read anew for every use." error={errors.token}>
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
            <SecretEntryField label="Token" error={errors.token} entry={auth.token} onEntry={(token) => change({ token })} />
          )}
          <ClientId auth={auth} errors={errors} change={change} help="If the authorization server wants one." />
        </>
      )
  }
}

function ClientId({ auth, errors, change, help }: KindFieldsProps & { readonly help?: string }) {
  return (
    <Field label="Client ID" error={errors.clientId} {...(help !== undefined && { help })}>
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
      label="Client secret"
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
          <>
            The identity provider is <code className="mono breakable">{idp.issuer}</code>.
          </>
        ) : (
          'No identity provider is entered yet. Enter it in Settings, Signing in.'
        )}
      </p>
    </Indented>
  )
}

/** Under the fields, not under their labels. */
function Indented({ children }: { readonly children: ReactNode }) {
  return (
    <div className="grid gap-x-4 medium:grid-cols-[7.25rem_minmax(0,1fr)]">
      <span className="max-medium:hidden" />
      <div className="min-w-0">{children}</div>
    </div>
  )
}

function isKind(value: string): value is AuthKind {
  return Object.hasOwn(kinds, value)
}
