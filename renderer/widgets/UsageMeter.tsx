import type { SamplingUsageView } from '../../shared/domain/sampling'
import { classNames } from '../ui/classNames'
import { formatTokenCount } from '../ui/format/formatTokenCount'

/** What a server has spent of its tokens today: "6.8k of 20k today", with how many answers in its name. */
export function UsageMeter({ spend }: { readonly spend: SamplingUsageView }) {
  const share = Math.min(1, spend.tokens / Math.max(1, spend.tokensPerDay))
  return (
    <span className="inline-flex items-center gap-2 text-12 whitespace-nowrap text-text-2" title={callWords(spend)}>
      <span aria-hidden="true" className="h-[3px] w-22 shrink-0 overflow-hidden rounded-1 bg-press">
        <span
          className={classNames('block h-full', share >= 0.9 ? 'bg-danger' : share >= 0.7 ? 'bg-ask' : 'bg-accent')}
          style={{ width: `${share * 100}%` }}
        />
      </span>
      <span className="num">
        {spend.estimated && 'about '}
        {formatTokenCount(spend.tokens)} of {formatTokenCount(spend.tokensPerDay)} today
      </span>
    </span>
  )
}

function callWords({ calls, callsPerDay, estimated }: SamplingUsageView): string {
  const words = `${calls} of ${callsPerDay} answers today.`
  return estimated ? `${words} Some tokens are estimated: the provider did not count them.` : words
}
