import { Text } from '../../i18n/Text'
import { t } from '../../i18n/t'
import type { ServerId } from '../../../shared/domain/ids'
import { Button } from '../../ui/Button'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { Notice } from '../../ui/Notice'
import { QuotedName } from '../../ui/QuotedName'
import { useReview, useStand } from './useDefinitionChanges'

interface WhatChangedProps {
  readonly serverId: ServerId
  readonly changed: readonly string[]
  readonly instructionsChanged: boolean
}

function WhatChanged({ serverId, changed, instructionsChanged }: WhatChangedProps) {
  const [first, ...others] = changed
  if (first === undefined) return t('catalog.definitions.instructions', { serverId })
  const count = changed.length
  if (others.length > 0)
    return instructionsChanged
      ? t('catalog.definitions.toolsAndInstructions', { count, serverId })
      : t('catalog.definitions.tools', { count })
  const tool = <QuotedName name={first} />
  return instructionsChanged ? (
    <Text id="catalog.definitions.toolAndInstructions" values={{ serverId }} components={{ tool }} />
  ) : (
    <Text id="catalog.definitions.tool" components={{ tool }} />
  )
}

/** Says above a server's tools that Parley disabled some of them until the user reviews what changed. */
export function ChangedDefinitionsNotice({ serverId }: { readonly serverId: ServerId }) {
  const stand = useStand(serverId)
  const { open, failed } = useReview(serverId)
  const { changed = [], instructionsChanged = false } = stand ?? {}
  if (changed.length === 0 && !instructionsChanged) return null
  const count = changed.length + (instructionsChanged ? 1 : 0)
  return (
    <>
      <Notice
        look="ask"
        title={<WhatChanged serverId={serverId} changed={changed} instructionsChanged={instructionsChanged} />}
        actions={
          <Button size="small" onClick={open}>
            {t('catalog.review')}
          </Button>
        }
      >
        {t('catalog.definitions.off', { count })}
      </Notice>
      {failed && <ErrorNotice error={failed} />}
    </>
  )
}
