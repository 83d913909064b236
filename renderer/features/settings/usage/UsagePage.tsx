import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { MonthUsage, UsageSum } from '../../../../shared/domain/usage/usage'
import { t, translator } from '../../../i18n/t'
import { useHostQuery } from '../../../rpc/useHostQuery'
import { dayOf } from '../../../ui/format/calendarDay'
import { formatAboutCost } from '../../../ui/format/formatCost'
import { useNow } from '../../../ui/hooks/useNow'
import { IconButton } from '../../../ui/IconButton'
import { Skeleton } from '../../../ui/Skeleton'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { SettingsSection } from '../SettingsSection'
import { monthsLater, noonOf } from './month'
import { OwnPrices } from './OwnPrices'
import { sumUsage } from './sumUsage'
import { UsageTable } from './UsageTable'

/** What the models used, by day and month, what that cost, and the prices that it is counted with. */
export function UsagePage() {
  return (
    <>
      <UsedInMonth />
      <OwnPrices />
    </>
  )
}

/** After midnight, today is another day. */
const MINUTE = 60_000

function UsedInMonth() {
  const today = dayOf(useNow(true, MINUTE))
  const thisMonth = today.slice(0, 7)
  const [month, setMonth] = useState(thisMonth)
  const { data, error } = useHostQuery('usage.month', { month })
  // The last month stays, with its name, until the next one is there: otherwise the page would jump and a button lose the focus.
  const [shown, setShown] = useState<{ readonly month: string; readonly used: MonthUsage }>()
  if (data && data !== shown?.used) setShown({ month, used: data })
  const since = shown?.used.since ?? thisMonth
  return (
    <SettingsSection
      title={t('settings.usage.used')}
      end={
        <div className="flex items-center gap-1">
          <IconButton
            size="small"
            label={t('settings.usage.earlier')}
            icon={<ChevronLeft size={14} strokeWidth={1.75} aria-hidden="true" />}
            disabled={month <= since}
            onClick={() => setMonth(monthsLater(month, -1))}
          />
          <span className="num min-w-32 text-center text-text-2" aria-live="polite">
            {/* Dates have no words of the catalogue of their own. */}
            {t('settings.usage.month', { month: nameOf(month) })}
          </span>
          <IconButton
            size="small"
            label={t('settings.usage.later')}
            icon={<ChevronRight size={14} strokeWidth={1.75} aria-hidden="true" />}
            disabled={month >= thisMonth}
            onClick={() => setMonth(monthsLater(month, 1))}
          />
        </div>
      }
    >
      {error && <ErrorNotice role="alert" error={error} />}
      {!shown && !error && <Skeleton label={t('settings.usage.used')} />}
      {shown && !error && <Used {...shown} today={today} />}
    </SettingsSection>
  )
}

interface UsedProps {
  readonly month: string
  readonly used: MonthUsage
  readonly today: string
}

function Used({ month, used: { days }, today }: UsedProps) {
  const name = nameOf(month)
  if (days.length === 0) return <p className="text-text-2">{t('settings.usage.nothing', { month: name })}</p>
  const isNow = month === today.slice(0, 7)
  const sum = sumUsage(days)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p className="num">
        {isNow && <Sum label={t('settings.usage.today')} sum={sumUsage(days.filter(({ day }) => day === today))} />}
        <Sum label={isNow ? t('settings.usage.thisMonth') : name} sum={sum} />
      </p>
      <UsageTable days={days} label={name} />
      <p className="text-12 text-text-3">
        {t('settings.usage.about')} <Unpriced sum={sum} />
      </p>
    </div>
  )
}

function nameOf(month: string): string {
  return translator().date(noonOf(month), { month: 'long', year: 'numeric' })
}

function Sum({ label, sum: { input = 0, output = 0, cost } }: { readonly label: string; readonly sum: UsageSum }) {
  const tokens = t('chat.tokens', { count: input + output })
  return (
    <span className="me-6 inline-block">
      <span className="text-text-2">{label}</span>{' '}
      <span className="font-label">{cost === undefined ? tokens : t('settings.usage.sum', { cost: formatAboutCost(cost), tokens })}</span>
    </span>
  )
}

/** Where nothing has a cost, none can be missing from the costs. */
function Unpriced({ sum: { cost, unpriced = 0 } }: { readonly sum: UsageSum }) {
  return cost === undefined || unpriced === 0 ? null : t('settings.usage.unpriced', { count: unpriced })
}
