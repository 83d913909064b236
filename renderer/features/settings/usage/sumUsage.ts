import type { UsageSum } from '../../../../shared/domain/usage/usage'

/** Pure: adds up what several used. A cost is there where any has one; how many have none is told beside it. */
export function sumUsage(sums: readonly UsageSum[]): UsageSum {
  const total = (count: (one: UsageSum) => number | undefined): number | undefined => {
    const counts = sums.map(count).filter((one) => one !== undefined)
    return counts.length === 0 ? undefined : counts.reduce((sum, one) => sum + one, 0)
  }
  const [input, cached, output] = [total((one) => one.input), total((one) => one.cached), total((one) => one.output)]
  const [cost, unpriced] = [total((one) => one.cost), total((one) => one.unpriced)]
  return {
    ...(input !== undefined && { input }),
    ...(cached !== undefined && { cached }),
    ...(output !== undefined && { output }),
    ...(cost !== undefined && { cost }),
    ...(unpriced !== undefined && { unpriced }),
  }
}
