import type { ReactNode } from 'react'
import type { Catalog } from '../../../shared/domain/catalog'
import type { ProfileId } from '../../../shared/domain/ids'
import { assertNever } from '../../../shared/lib/assertNever'
import { useHostQuery } from '../../rpc/useCall'
import { endPick, useScreen, type Pick } from '../../shell/screen'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { Skeleton } from '../../ui/Skeleton'
import { plainText } from '../../../shared/lib/unsafeCharacters'
import { LoadSkill } from './LoadSkill'
import { PromptForm } from './PromptForm'
import { RunToolForm } from './RunToolForm'
import { useChosenProfiles } from './useChosenProfiles'

/** The form of what the person picked, wherever they picked it. */
export function PickDialog() {
  const pick = useScreen((screen) => screen.pick)
  const profiles = useChosenProfiles()
  if (pick === undefined) return null
  return <Picked key={`${pick.kind} ${pick.serverId} ${pick.name}`} pick={pick} profile={profiles[pick.serverId]} />
}

interface PickedProps {
  readonly pick: Pick
  readonly profile: ProfileId | undefined
}

function Picked({ pick, profile }: PickedProps) {
  const { data, error } = useHostQuery('servers.catalog', { serverId: pick.serverId, profile })
  const form = data && formOf(pick, data)
  if (form) return form
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

function formOf({ kind, serverId, name }: Pick, catalog: Catalog): ReactNode {
  switch (kind) {
    case 'tool': {
      const tool = catalog.tools.find((one) => one.name === name)
      return tool && <RunToolForm serverId={serverId} tool={tool} />
    }
    case 'prompt': {
      const prompt = catalog.prompts.find((one) => one.name === name)
      return prompt && <PromptForm serverId={serverId} prompt={prompt} />
    }
    case 'skill': {
      const skill = catalog.skills.find((one) => one.name === name)
      return skill && <LoadSkill serverId={serverId} skill={skill} />
    }
    default:
      return assertNever(kind)
  }
}
