import { t, translator } from '../../i18n/t'

/** Less than this is not worth a number of its own. */
const LEAST = 0.0001

/** Pure: formats US dollars of a cost, small ones with more digits: `$0.0012`, `$0.012`, `$1.20`. */
export function formatCost(dollars: number): string {
  if (dollars > 0 && dollars < LEAST) return t('ui.cost.under', { cost: inDollars(LEAST, 4) })
  return inDollars(dollars, dollars === 0 || dollars >= 0.1 ? 2 : dollars >= 0.01 ? 3 : 4)
}

/** Pure: says about how much a cost is: `about $0.012`. It is worked out from prices and not read from a bill. */
export function formatAboutCost(dollars: number): string {
  const cost = formatCost(dollars)
  return dollars > 0 && dollars < LEAST ? cost : t('ui.cost.about', { cost })
}

function inDollars(dollars: number, maximumFractionDigits: number): string {
  const style = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const
  return translator().number(dollars, { ...style, minimumFractionDigits: 2, maximumFractionDigits })
}
