import { KeyRound, Lock } from 'lucide-react'
import { useId, useState } from 'react'
import type { ProviderStatus, ProviderView } from '../../../../shared/domain/models/modelProvider'
import { AppError } from '../../../../shared/errors/appError'
import { callHost } from '../../../rpc/callHost'
import { usePolicy } from '../../../rpc/usePolicy'
import { Button } from '../../../ui/Button'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { formatTimeAgo } from '../../../ui/format/formatTime'
import { useNow } from '../../../ui/hooks/useNow'
import { LetterTile } from '../../../ui/LetterTile'
import { StatusLabel } from '../../../ui/StatusLabel'
import { providerInput } from '../../../widgets/providers/providerInput'
import { TriedKeyForm } from '../../../widgets/providers/TriedKeyForm'
import { useAsyncAction } from '../../../widgets/useAsyncAction'
import { ModelContextRow } from './ModelContextRow'
import { ProviderTrouble } from './ProviderTrouble'
import { providerTrouble, troubleActions } from './classifyProviderTrouble'
import { t } from '../../../i18n/t'

/** Names of companies are the same in every language. */
const companies: Partial<Record<ProviderView['kind'], string>> = {
  anthropic: 'Anthropic',
  openai: 'OpenAI',
  google: 'Google',
  ollama: 'Ollama',
}

export interface ProviderRowProps {
  readonly provider: ProviderView
  /** How the latest requests to it went. Absent when nobody asked it yet. */
  readonly status?: ProviderStatus | undefined
}

/**
 * One provider: its address, whether it has a key, and the number of its models. One with trouble says it, with the ways on. Its key can be
 * replaced, goes away with it, and is never shown.
 */
export function ProviderRow({ provider, status }: ProviderRowProps) {
  const [replacing, setReplacing] = useState(false)
  const { busy, failed, run } = useAsyncAction()
  const [doing, setDoing] = useState<'check' | 'remove'>()
  const start = (what: 'check' | 'remove', work: () => Promise<void>) => {
    setDoing(what)
    run(work)
  }
  const trouble = providerTrouble(provider, status)
  const actions = trouble === undefined ? [] : troubleActions(trouble)
  const keyInPlace = actions.includes('key')
  const titleId = useId()
  const again = actions.includes('again')
  return (
    <div role="group" aria-labelledby={titleId} className="grid grid-cols-[minmax(0,1fr)] gap-2 px-4 py-3">
      <div className="flex flex-wrap items-start gap-3">
        <LetterTile name={provider.name} />
        <div className="min-w-0 grow basis-48">
          <h3 id={titleId} translate="no" className="breakable font-title">
            {provider.name}
          </h3>
          <div className="flex flex-wrap items-center gap-x-1.5 text-12 text-text-3">
            {provider.baseUrl !== undefined && (
              <code translate="no" className="mono breakable">
                {provider.baseUrl}
              </code>
            )}
            <KindName provider={provider} />
            {provider.hasKey && (
              <span className="flex items-center gap-1">
                <KeyRound size={13} strokeWidth={1.75} aria-hidden="true" /> {t('settings.models.keyInVault')}
              </span>
            )}
          </div>
        </div>
        <LastAnswer at={status?.answeredAt} works={trouble === undefined} />
        <span className="num pt-0.5 text-12 text-text-2">{t('settings.models.count', { count: provider.models.length })}</span>
      </div>
      {trouble && (
        <div className="medium:ps-8">
          <ProviderTrouble error={trouble} onThisComputer={provider.onThisComputer === true} />
        </div>
      )}
      {keyInPlace && (
        <div className="medium:ps-8">
          <TriedKeyForm provider={provider} onSaved={() => setReplacing(false)} />
        </div>
      )}
      <div className="flex flex-wrap gap-1 medium:ps-8">
        {/* One button under both names, so that the focus stays on it. */}
        {(again || trouble === undefined) && (
          <Button size="small" busy={busy && doing === 'check'} onClick={() => start('check', () => refresh(provider))}>
            {t(again ? 'settings.models.tryAgain' : 'settings.models.ask')}
          </Button>
        )}
        {!keyInPlace && (
          <Button size="small" look="bare" aria-expanded={replacing} onClick={() => setReplacing(!replacing)}>
            {t(provider.hasKey ? 'settings.models.replaceKeyMore' : 'settings.models.addKey')}
          </Button>
        )}
        <Button
          size="small"
          look="bare"
          // Alone, its word begins where the text does.
          className={keyInPlace && !again ? '-ms-2' : ''}
          busy={busy && doing === 'remove'}
          onClick={() => start('remove', () => callHost('models.removeProvider', { id: provider.id }))}
        >
          {t('settings.models.delete')}
        </Button>
      </div>
      {replacing && !keyInPlace && (
        <div className="medium:ps-8">
          <TriedKeyForm provider={provider} onSaved={() => setReplacing(false)}>
            <Button look="bare" onClick={() => setReplacing(false)}>
              {t('settings.cancel')}
            </Button>
          </TriedKeyForm>
        </div>
      )}
      {provider.kind === 'ollama' && <ModelContextRow provider={provider} />}
      <ForbiddenModels provider={provider} />
      {/* What the row says as its trouble is not said a second time. */}
      {failed && failed.reason !== trouble?.reason && <ErrorNotice role="alert" error={failed} />}
    </div>
  )
}

/** Says when a provider last answered: of one that works with its shape, of another one for the search of a cause. */
function LastAnswer({ at, works }: { readonly at: number | undefined; readonly works: boolean }) {
  const now = useNow(at !== undefined, 30_000)
  if (at === undefined) return null
  const ago = formatTimeAgo(at, now)
  if (works) return <StatusLabel shape="ready" word={t('settings.models.answered', { ago })} className="pt-0.5" />
  return <span className="pt-0.5 text-12 text-text-3">{t('settings.models.lastAnswered', { ago })}</span>
}

/** Says how many of its models a policy does not allow, and whom to ask. */
function ForbiddenModels({ provider: { models, forbidden = [] } }: { readonly provider: ProviderView }) {
  const { locks, setBy } = usePolicy()
  if (forbidden.length === 0) return null
  const by = locks.models?.by ?? []
  const asks = setBy.filter(({ name }) => by.includes(name))
  return (
    <p className="flex items-start gap-1.5 text-12 text-ask-text">
      <Lock size={12} strokeWidth={1.75} aria-hidden="true" className="mt-[0.1875rem] shrink-0" />
      <span className="breakable">
        {t('settings.models.forbiddenBy', { by, count: forbidden.length, all: models.length })}{' '}
        {asks
          .map(({ name, contact }) => (contact === undefined ? t('policy.ask', { name }) : t('policy.askAt', { name, contact })))
          .join(' ')}
      </span>
    </p>
  )
}

function KindName({ provider: { baseUrl, name, kind } }: { readonly provider: ProviderView }) {
  const company = companies[kind]
  if (baseUrl !== undefined || name === company) return null
  return company === undefined ? t('settings.models.compatible') : <span translate="no">{company}</span>
}

/** Asks the provider for its current models and saves the list. */
async function refresh(provider: ProviderView): Promise<void> {
  const check = await callHost('models.check', {
    kind: provider.kind,
    providerId: provider.id,
    ...(provider.baseUrl !== undefined && { baseUrl: provider.baseUrl }),
  })
  if (!check.ok) throw AppError.fromData(check.error)
  await callHost('models.saveProvider', providerInput(provider, check.models))
}
