import { ServerText } from '../../i18n/ServerText'
import { ArrowLeft, RotateCw } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { translateError } from '../../i18n/translateError'
import { Text } from '../../i18n/Text'
import { t } from '../../i18n/t'
import type { Catalog, Resource } from '../../../shared/domain/catalog'
import type { ResourceContents } from '../../../shared/domain/resourceContents'
import type { ServerWithState } from '../../rpc/useServers'
import { returnToChat, showResource } from '../../state/navigation'
import { Button } from '../../ui/Button'
import { CopyButton } from '../../ui/CopyButton'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { QueuedRequestStatus } from '../../widgets/calls/QueuedCallStatus'
import { Notice } from '../../ui/Notice'
import { SafeText } from '../../ui/SafeText'
import { ServerQuoteLine } from '../../ui/ServerQuoteLine'
import { Skeleton } from '../../ui/Skeleton'
import { useNow } from '../../ui/hooks/useNow'
import { formatBytes } from '../../ui/format/formatBytes'
import { AttachButton, useIsAttached } from './AttachButton'
import { SubscriptionSwitch } from './SubscriptionSwitch'
import { describeFreshness } from './describeFreshness'
import { ResourceItemView } from './ResourceItemView'
import { ResourceFacts } from './ResourceFacts'
import { useResource, type OpenResource } from './useResource'

export interface ResourceViewProps extends ServerWithState {
  readonly uri: string
  readonly catalog: Catalog
  readonly scroller: RefObject<HTMLElement | null>
}

/** One resource: what its server says about it, its content, and its actions. */
export function ResourceView({ server, state, uri, catalog, scroller }: ResourceViewProps) {
  const open = useResource(server.id, uri)
  const listed = catalog.resources.find((resource) => resource.uri === uri)
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The list may be scrolled far down, but a resource starts at its top.
    scroller.current?.scrollTo?.({ top: 0 })
    back.current?.focus({ preventScroll: true })
  }, [scroller, uri])
  useEscape(() => showResource(server.id))
  const what = { source: 'resource', serverId: server.id, uri, name: listed?.name ?? uri } as const
  return (
    <section aria-label={t('catalog.resource')} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Button ref={back} look="bare" size="small" className="-ms-2 justify-self-start" onClick={() => showResource(server.id)}>
        <ArrowLeft size={13} strokeWidth={1.75} aria-hidden="true" className="rtl:-scale-x-100" />
        {t('catalog.allResources')}
      </Button>
      <ResourceHead uri={uri} listed={listed} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <AttachButton what={what} long look="ink" />
        <Button busy={open.read.isFetching} onClick={open.readAgain}>
          <RotateCw size={13} strokeWidth={1.75} aria-hidden="true" />
          {t('catalog.readAgain')}
        </Button>
        <SubscriptionSwitch
          serverId={server.id}
          uri={uri}
          offered={state.phase === 'ready' && state.abilities.includes('resourceUpdates')}
        />
      </div>
      <AttachedNote what={what} />
      {open.read.isFetching && <QueuedRequestStatus serverId={server.id} />}
      <Contents open={open} server={server} />
    </section>
  )
}

/** Escape returns to the list, unless it closes something else. */
function useEscape(onEscape: () => void): void {
  const latest = useEffectEvent(onEscape)
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const elsewhere = event.target instanceof Element && event.target.closest('input, textarea, [role="dialog"]') !== null
      if (event.key === 'Escape' && !event.defaultPrevented && !elsewhere) latest()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function ResourceHead({ uri, listed }: { readonly uri: string; readonly listed: Resource | undefined }) {
  const title = listed?.title === listed?.name ? undefined : listed?.title
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      {listed && (
        <h3 translate="no" className="mono breakable text-14 font-title">
          <SafeText text={listed.name} />
        </h3>
      )}
      <div className="flex items-center gap-1">
        <code translate="no" className="mono breakable text-12 text-text-2">
          <SafeText text={uri} />
        </code>
        <CopyButton look="icon" label={t('catalog.copyAddress')} text={() => uri} />
      </div>
      {(title ?? listed?.description) !== undefined && <ServerQuoteLine whole lead={title} text={listed?.description ?? ''} />}
      <ResourceFacts mimeType={listed?.mimeType} size={listed?.size} annotations={listed?.annotations} />
    </div>
  )
}

function AttachedNote({ what }: { readonly what: Parameters<typeof useIsAttached>[0] }) {
  if (!useIsAttached(what)) return null
  return (
    <Notice
      title={t('catalog.goesWithNext')}
      actions={
        <Button size="small" onClick={returnToChat}>
          {t('catalog.goToChat')}
        </Button>
      }
    />
  )
}

function Contents({ open, server }: { readonly open: OpenResource } & Pick<ServerWithState, 'server'>) {
  const { data, error, isFetching } = open.read
  if (!data) {
    if (!error || isFetching)
      return (
        <div className="rounded-3 border border-line bg-raised">
          <Skeleton label={t('catalog.whatItHolds')} rows={5} />
        </div>
      )
    return <ErrorNotice role="alert" error={error} actions={<Button onClick={open.readAgain}>{t('catalog.retry')}</Button>} />
  }
  return (
    <>
      {error && <ErrorNotice role="alert" error={error} />}
      {data.stale !== undefined && (
        <Notice look="ask" title={t('catalog.olderCopy')}>
          <SafeText text={translateError(data.stale).message} />
        </Notice>
      )}
      <ReadLine contents={data} />
      {data.items.length === 0 && (
        <p className="rounded-2 border border-line bg-sunk px-3 py-2 text-text-2">
          <ServerText id="catalog.emptyAnswer" server={server.id} />
        </p>
      )}
      {data.items.map((item, index) => (
        <div key={index} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
          {(data.items.length > 1 || item.uri !== data.uri) && (
            <div translate="no" className="mono breakable text-12 text-text-2">
              <SafeText text={item.uri} />
            </div>
          )}
          {item.claimed !== undefined && (
            <p className="breakable text-12 text-danger-text">
              <Text
                id="catalog.claimed"
                values={{ serverId: server.id }}
                components={{
                  address: (
                    <span translate="no" className="mono">
                      <SafeText text={item.claimed} />
                    </span>
                  ),
                }}
              />
            </p>
          )}
          <ResourceFacts annotations={item.annotations} />
          <ResourceItemView serverId={server.id} item={item} />
        </div>
      ))}
      {data.items.some((item) => item.cut) && (
        <Notice
          title={t('catalog.beginningShown', { size: formatBytes(data.bytes) })}
          actions={
            <Button size="small" busy={isFetching} onClick={open.showAll}>
              {t('catalog.showAll')}
            </Button>
          }
        />
      )}
    </>
  )
}

function ReadLine({ contents }: { readonly contents: ResourceContents }) {
  const now = useNow(true, 5000)
  const values = { size: formatBytes(contents.bytes), freshness: describeFreshness(contents, now) }
  const count = contents.items.length
  return (
    <p className="num text-12 text-text-3">{count > 1 ? t('catalog.read.parts', { count, ...values }) : t('catalog.read.size', values)}</p>
  )
}
