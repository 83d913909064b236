import type { ReactNode } from 'react'
import type { DailyUsage } from '../../../../shared/domain/usage/usage'
import { t, translator } from '../../../i18n/t'
import { useTopic } from '../../../rpc/useTopic'
import { classNames } from '../../../ui/classNames'
import { formatCost } from '../../../ui/format/formatCost'
import { SafeName } from '../../../ui/SafeName'
import { modelLabels } from './modelLabels'
import { noonOf } from './month'

export interface UsageTableProps {
  readonly days: readonly DailyUsage[]
  /** The month. */
  readonly label: string
}

/** What each model used on each day. What is not known is left empty. */
export function UsageTable({ days, label }: UsageTableProps) {
  const providers = useTopic('models', (models) => models.providers)
  const labels = modelLabels(
    days.map(({ model }) => model),
    providers ?? [],
  )
  const byDay = Map.groupBy(days, ({ day }) => day)
  return (
    <div className="overflow-x-auto rounded-3 border border-line bg-raised">
      <table aria-label={t('settings.usage.table', { month: label })} className="num w-full border-collapse text-12">
        <thead>
          <tr className="text-text-3">
            <Head start>{t('settings.usage.day')}</Head>
            <Head start>{t('models.model')}</Head>
            <Head>{t('chat.tokens.input')}</Head>
            <Head wideOnly>{t('settings.usage.cached')}</Head>
            <Head>{t('chat.tokens.output')}</Head>
            <Head>{t('settings.usage.cost')}</Head>
          </tr>
        </thead>
        {Array.from(byDay, ([day, rows]) => (
          <tbody key={day} className="border-t border-line">
            {rows.map(({ model, input, cached, output, cost }, index) => (
              <tr key={model}>
                {index === 0 && (
                  <th scope="rowgroup" rowSpan={rows.length} className="px-3 py-1.5 text-start align-top font-label whitespace-nowrap">
                    {translator().date(noonOf(day), { day: 'numeric', month: 'short' })}
                  </th>
                )}
                <td translate="no" className="breakable min-w-32 px-3 py-1.5 text-text-2">
                  <SafeName name={labels.get(model) ?? model} />
                </td>
                <Count count={input} />
                <Count count={cached} wideOnly />
                <Count count={output} />
                <td className="px-3 py-1.5 text-end whitespace-nowrap">{cost !== undefined && formatCost(cost)}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

interface CellProps {
  /** There is no room for it in a narrow window. */
  readonly wideOnly?: boolean
}

function Head({ children, start = false, wideOnly = false }: CellProps & { readonly children: ReactNode; readonly start?: boolean }) {
  return (
    <th
      scope="col"
      className={classNames('px-3 py-1.5 font-text whitespace-nowrap', start ? 'text-start' : 'text-end', wideOnly && 'max-medium:hidden')}
    >
      {children}
    </th>
  )
}

function Count({ count, wideOnly = false }: CellProps & { readonly count: number | undefined }) {
  return (
    <td className={classNames('px-3 py-1.5 text-end', wideOnly && 'max-medium:hidden')}>
      {count !== undefined && translator().number(count)}
    </td>
  )
}
