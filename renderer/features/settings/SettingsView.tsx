import { Building2 } from 'lucide-react'
import { usePolicy } from '../../rpc/usePolicy'
import { settingsPages, showSettings, useNavigation, type SettingsPage } from '../../state/navigation'
import { TopBar } from '../../widgets/TopBar'
import { AppLink } from '../../ui/AppLink'
import { classNames } from '../../ui/classNames'
import { assertNever } from '../../../shared/lib/assertNever'
import { AboutPage } from './AboutPage'
import { AppearancePage } from './AppearancePage'
import { DataPage } from './DataPage'
import { ModelsPage } from './ModelsPage'
import { PolicyPage } from './PolicyPage'
import { RulesPage } from './rules/RulesPage'
import { SecretsPage } from './secrets/SecretsPage'
import { SignInPage } from './signIn/SignInPage'
import { TelemetryPage } from './telemetry/TelemetryPage'
import { UsagePage } from './usage/UsagePage'
import { t } from '../../i18n/t'

/** The settings of the whole app, such as models, remembered approvals, appearance and storage. */
export function SettingsView() {
  const hasPolicy = usePolicy().files.length > 0
  const wanted = useNavigation((screen) => screen.settingsPage)
  const current = wanted === 'policy' && !hasPolicy ? 'about' : wanted
  return (
    <>
      <TopBar narrowOnly>
        <span className="font-title">{t('settings.title')}</span>
      </TopBar>
      <div tabIndex={-1} data-quiet-focus data-focus-home className="min-h-0 grow overflow-y-auto px-4 py-5.5 wide:px-8">
        <div className="mx-auto grid max-w-page grid-cols-[minmax(0,1fr)] gap-x-9 gap-y-4 medium:grid-cols-[12rem_minmax(0,1fr)]">
          <nav aria-label={t('settings.title')} className="medium:-ms-2">
            <h1 className="mb-2 px-2 text-16 font-title tracking-(--track-title)">{t('settings.title')}</h1>
            <ul className="flex flex-wrap gap-x-1 medium:block">
              {settingsPages
                .filter((page) => page !== 'policy' || hasPolicy)
                .map((page) => (
                  <li key={page}>
                    <AppLink
                      to={page}
                      aria-current={page === current ? 'page' : undefined}
                      onGo={() => showSettings(page)}
                      className={classNames(
                        'flex h-row items-center gap-1.5 rounded-2 px-2 -outline-offset-2',
                        page === current ? 'bg-press font-label' : 'text-text-2 hover:bg-hover',
                      )}
                    >
                      {t(`settings.page.${page}`)}
                      {page === 'policy' && <Building2 size={14} strokeWidth={1.75} aria-hidden="true" className="ms-auto text-text-3" />}
                    </AppLink>
                  </li>
                ))}
            </ul>
          </nav>
          <div className="min-w-0">
            <CurrentPage page={current} />
          </div>
        </div>
      </div>
    </>
  )
}

function CurrentPage({ page }: { readonly page: SettingsPage }) {
  switch (page) {
    case 'models':
      return <ModelsPage />
    case 'usage':
      return <UsagePage />
    case 'rules':
      return <RulesPage />
    case 'secrets':
      return <SecretsPage />
    case 'signIn':
      return <SignInPage />
    case 'appearance':
      return <AppearancePage />
    case 'telemetry':
      return <TelemetryPage />
    case 'data':
      return <DataPage />
    case 'policy':
      return <PolicyPage />
    case 'about':
      return <AboutPage />
    default:
      return assertNever(page)
  }
}
