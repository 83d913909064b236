import { t } from '../../i18n/t'
import { formatTokenCount } from '../../ui/format/formatTokenCount'

/** What a server or a tool takes of each request, in a column of its own. Empty while it is not known. */
export function SwitchTokens({ count }: { readonly count: number | undefined }) {
  return (
    <span className="num w-24 shrink-0 text-end text-12 whitespace-nowrap text-text-2 max-medium:hidden">
      {count !== undefined && t('projects.tokens', { tokens: formatTokenCount(count) })}
    </span>
  )
}
