import type { SamplingUsageView } from '../../shared/domain/sampling'
import { t } from '../i18n/t'
import { classNames } from '../ui/classNames'
import { formatTokenCount } from '../ui/format/formatTokenCount'

/** Shows how many tokens a server has used today: "6.8k of 20k today". Its accessible name also gives the number of answers. */
export function SamplingUsageMeter({ spend }: { readonly spend: SamplingUsageView }) {
  const share = Math.min(1, spend.tokens / Math.max(1, spend.tokensPerDay))
  return (
    <span className="inline-flex items-center gap-2 text-12 whitespace-nowrap text-text-2" title={describeCalls(spend)}>
      <span aria-hidden="true" className="h-[3px] w-22 shrink-0 overflow-hidden rounded-1 bg-press">
        <span
          className={classNames('block h-full', share >= 0.9 ? 'bg-danger' : share >= 0.7 ? 'bg-ask' : 'bg-accent')}
          style={{ width: `${share * 100}%` }}
        />
      </span>
      <span className="num">
        {t(spend.estimated ? 'sampling.aboutSpent' : 'sampling.spent', {
          tokens: formatTokenCount(spend.tokens),
          most: formatTokenCount(spend.tokensPerDay),
        })}
      </span>
    </span>
  )
}

function describeCalls({ calls, callsPerDay, estimated }: SamplingUsageView): string {
  return t(estimated ? 'sampling.answersEstimated' : 'sampling.answers', { calls, most: callsPerDay })
}
