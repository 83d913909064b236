import type { Prompt, Tool } from '../../../shared/domain/catalog'
import { useHostQuery } from '../../rpc/useCall'
import { endPick, useScreen, type Pick } from '../../shell/screen'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { Skeleton } from '../../ui/Skeleton'
import { plainText } from '../../ui/unsafeCharacters'
import { PromptForm } from './PromptForm'
import { RunToolForm } from './RunToolForm'

/** The form of a tool or prompt that the person picked, wherever they picked it. */
export function PickDialog() {
  const pick = useScreen((screen) => screen.pick)
  return pick === undefined ? null : <Picked key={`${pick.kind} ${pick.serverId} ${pick.name}`} pick={pick} />
}

function Picked({ pick }: { readonly pick: Pick }) {
  const { data, error } = useHostQuery('servers.catalog', { serverId: pick.serverId })
  const found: Tool | Prompt | undefined = (pick.kind === 'tool' ? data?.tools : data?.prompts)?.find(({ name }) => name === pick.name)
  if (found)
    return 'inputSchema' in found ? (
      <RunToolForm serverId={pick.serverId} tool={found} />
    ) : (
      <PromptForm serverId={pick.serverId} prompt={found} />
    )
  return (
    <Dialog
      title={plainText(pick.name)}
      onClose={endPick}
      foot={
        <Button size="action" onClick={endPick}>
          Close
        </Button>
      }
    >
      <div className="px-6 py-4">
        {error ? (
          <ErrorNotice error={error} />
        ) : data ? (
          <ErrorNotice error={{ message: `${pick.serverId} no longer offers it`, hint: 'Look at its page under Servers.' }} />
        ) : (
          <Skeleton label="Loading" />
        )}
      </div>
    </Dialog>
  )
}
