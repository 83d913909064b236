import type { ReactNode } from 'react'
import { t } from '../../../i18n/t'
import type { Catalog } from '../../../../shared/domain/catalog'
import type { AccountId } from '../../../../shared/domain/ids'
import { AppError } from '../../../../shared/errors/appError'
import { assertNever } from '../../../../shared/lib/assertNever'
import { useHostQuery } from '../../../rpc/useHostQuery'
import { endPick, useNavigation, type PickedItem } from '../../../state/navigation'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { Skeleton } from '../../../ui/Skeleton'
import { compositeKey } from '../../../../shared/lib/compositeKey'
import { plainText } from '../../../../shared/lib/unsafeCharacters'
import { SkillForm } from './SkillForm'
import { PromptForm } from './PromptForm'
import { RunToolForm } from './RunToolForm'
import { useChosenAccounts } from '../useChosenAccounts'

/** Shows the form for the item that the person picked, wherever they picked it. */
export function PickedItemDialog() {
  const pick = useNavigation((screen) => screen.pick)
  const chosenAccounts = useChosenAccounts()
  if (pick === undefined) return null
  return <Picked key={compositeKey(pick.kind, pick.serverId, pick.name)} pick={pick} accountId={chosenAccounts[pick.serverId]} />
}

interface PickedProps {
  readonly pick: PickedItem
  readonly accountId: AccountId | undefined
}

function Picked({ pick, accountId }: PickedProps) {
  const { data, error } = useHostQuery('servers.catalog', { serverId: pick.serverId, accountId })
  const form = data && formOf(pick, data)
  if (form) return form
  return (
    <Dialog
      title={plainText(pick.name)}
      onClose={endPick}
      foot={
        <Button size="action" onClick={endPick}>
          {t('chat.close')}
        </Button>
      }
    >
      <div className="px-6 py-4">
        {error ? (
          <ErrorNotice error={error} />
        ) : data ? (
          <ErrorNotice error={new AppError('NOT_FOUND', { reason: 'chat.noLongerOffered', params: { serverId: pick.serverId } })} />
        ) : (
          <Skeleton label={t('chat.loading')} />
        )}
      </div>
    </Dialog>
  )
}

function formOf({ kind, serverId, name, arguments: given = {} }: PickedItem, catalog: Catalog): ReactNode {
  switch (kind) {
    case 'tool': {
      const tool = catalog.tools.find((one) => one.name === name)
      return tool && <RunToolForm serverId={serverId} tool={tool} given={given} />
    }
    case 'prompt': {
      const prompt = catalog.prompts.find((one) => one.name === name)
      return prompt && <PromptForm serverId={serverId} prompt={prompt} />
    }
    case 'skill': {
      const skill = catalog.skills.find((one) => one.name === name)
      return skill && <SkillForm serverId={serverId} skill={skill} />
    }
    default:
      return assertNever(kind)
  }
}
