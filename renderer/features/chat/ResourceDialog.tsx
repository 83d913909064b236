import { translateError } from '../../i18n/translateError'
import { t } from '../../i18n/t'
import type { AccountId } from '../../../shared/domain/ids'
import type { ResourceItem } from '../../../shared/domain/resourceContents'
import type { ContentBlock } from '../../../shared/domain/toolResult'
import { compositeKey } from '../../../shared/lib/compositeKey'
import { useHostQuery } from '../../rpc/useHostQuery'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { Notice } from '../../ui/Notice'
import { LabelledRow } from '../../widgets/LabelledRow'
import { SafeText } from '../../ui/SafeText'
import { Skeleton } from '../../ui/Skeleton'
import { AttachToggle } from './composer/AttachToggle'
import { ContentBlockView } from './ContentBlockView'
import { endReading, useResourceToRead, type PointedAt } from './resourceToRead'
import { useChosenAccounts } from './useChosenAccounts'

/** A resource that a result links to. Parley reads it through its server, and only when the person asks for it. */
export function ResourceDialog() {
  const { reading } = useResourceToRead()
  const chosenAccounts = useChosenAccounts()
  if (reading === undefined) return null
  return <Reading key={compositeKey(reading.serverId, reading.uri)} {...reading} accountId={chosenAccounts[reading.serverId]} />
}

function Reading({ serverId, uri, accountId }: PointedAt & { readonly accountId: AccountId | undefined }) {
  const { data, error, refetch } = useHostQuery('resources.read', { serverId, uri, accountId }, { staleTime: Infinity })
  return (
    <Dialog
      title={t('chat.resourceOf', { serverId })}
      onClose={endReading}
      foot={
        <>
          <Button size="action" onClick={endReading}>
            {t('chat.close')}
          </Button>
          <span className="grow" />
          <AttachToggle size="action" attached={{ source: 'resource', serverId, uri, name: uri }} />
        </>
      }
    >
      <LabelledRow label={t('chat.address')} className="border-b border-line">
        <span className="mono breakable text-12">
          <SafeText text={uri} />
        </span>
      </LabelledRow>
      <LabelledRow>
        {error && (
          <ErrorNotice
            error={error}
            role="alert"
            actions={
              <Button size="small" onClick={() => void refetch()}>
                {t('chat.retry')}
              </Button>
            }
          />
        )}
        {!data && !error && <Skeleton label={t('chat.whatIsInIt')} />}
        {data && (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {data.stale !== undefined && (
              <Notice look="ask" title={t('chat.olderCopy')}>
                <SafeText text={translateError(data.stale).message} />
              </Notice>
            )}
            {data.items.length === 0 && <p className="text-text-2">{t('chat.empty')}</p>}
            {data.items.map((item, index) => (
              <ContentBlockView key={index} server={serverId} block={blockOf(item)} />
            ))}
            {data.items.some(({ cut }) => cut) && <p className="text-12 text-text-2">{t('chat.beginningShown')}</p>}
          </div>
        )}
      </LabelledRow>
    </Dialog>
  )
}

function blockOf({ cut: _cut, ...item }: ResourceItem): ContentBlock {
  return { type: 'resource', ...item }
}
