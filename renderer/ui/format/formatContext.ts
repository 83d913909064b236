import { t } from '../../i18n/t'
import { formatTokenCount } from './formatTokenCount'

const K = 1024

/** Pure: formats how many tokens a model takes in as its maker says it: `32k` for 32,768, `128k` for 131,072 and for 128,000. */
export function formatContext(tokens: number): string {
  if (tokens < K || tokens % 1_000 === 0 || tokens % K !== 0) return formatTokenCount(tokens)
  return tokens % (K * K) === 0
    ? t('ui.tokens.millions', { count: `${tokens / K / K}` })
    : t('ui.tokens.thousands', { count: `${tokens / K}` })
}
