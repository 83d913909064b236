import type { ServerConfig } from '../../../shared/domain/server'
import { t } from '../../i18n/t'
import { showCalls } from '../../state/navigation'
import { Button } from '../../ui/Button'
import { callsWords, useCalls } from './useCalls'

/** What happens to the calls of a server's tools, in one line, with the way to where it is chosen. */
export function CallsLine({ server }: { readonly server: ServerConfig }) {
  const scope = { server }
  const calls = useCalls(scope)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-3 border border-line bg-raised px-4 py-2">
      <p className="breakable min-w-0 grow basis-60 text-12 text-text-2">
        <span className="font-label text-text">{t('rules.choice.is', { choice: calls.counts })}</span> {callsWords(calls, scope)}
        {calls.outgrown && ` ${t('rules.choice.outgrown')}`}
      </p>
      <Button size="small" onClick={() => showCalls(server.id)}>
        {t('rules.choice.change')}
      </Button>
    </div>
  )
}
