import { ServerText } from '../../i18n/ServerText'
import { Folder, Plus } from 'lucide-react'
import { useState } from 'react'
import type { FolderCheck } from '../../../shared/domain/folderListing'
import { t } from '../../i18n/t'
import { callHost } from '../../rpc/callHost'
import { useHostQuery } from '../../rpc/useHostQuery'
import { usePolicy } from '../../rpc/usePolicy'
import { DeprecationNote } from '../../widgets/deprecation/DeprecationNote'
import { FolderRemark } from '../../widgets/FolderRemark'
import { PolicyLock } from '../../widgets/PolicyLock'
import { Button } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { Notice } from '../../ui/Notice'
import { useAsyncAction } from '../../widgets/useAsyncAction'
import { useFolderPick } from '../../widgets/useFolderPick'
import { pathFromFileUri } from '../../../shared/lib/pathFromFileUri'
import type { ServerWithState } from '../../rpc/useServers'

/** The folders that a server is told about. */
export function FoldersPanel({ server, state }: ServerWithState) {
  const { failed, run } = useAsyncAction()
  const [changed, setChanged] = useState(false)
  const fixed = usePolicy().fixedFolders[server.id]
  const isFixed = fixed !== undefined
  const share = (roots: readonly string[]) =>
    run(async () => {
      await callHost('servers.setRoots', { serverId: server.id, roots: [...roots] })
      setChanged(true)
    })
  const { data: checks = [] } = useHostQuery('folders.check', { serverId: server.id, folders: [...server.roots] })
  const [doubtful, setDoubtful] = useState<FolderCheck>()
  const folder = useFolderPick((path) => {
    setDoubtful(undefined)
    run(async () => {
      const [check] = await callHost('folders.check', { serverId: server.id, folders: [path] })
      if (check?.risk) setDoubtful(check)
      else share([...server.roots, path])
    })
  })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <div className="flex items-center gap-2">
        <p className="grow text-12 text-text-3">
          <ServerText id="questions.folders.toldThese" server={server.id} />
        </p>
        {!isFixed && (
          <Button size="small" onClick={folder.pick}>
            <Plus size={13} strokeWidth={1.75} aria-hidden="true" />
            {t('questions.folders.add')}
          </Button>
        )}
      </div>
      <DeprecationNote feature="roots" of={{ serverId: server.id, state }} />
      <PolicyLock part="folders" {...(isFixed && { narrowing: fixed })} />
      {failed && <ErrorNotice error={failed} />}
      {changed && state.phase === 'ready' && (
        <Notice
          title={<ServerText id="questions.folders.wasTold" server={server.id} />}
          actions={
            <Button
              size="small"
              onClick={() => {
                setChanged(false)
                run(() => callHost('servers.restart', { serverId: server.id }))
              }}
            >
              {t('questions.folders.restart')}
            </Button>
          }
        >
          {t('questions.folders.onlyAtStart')}
        </Notice>
      )}
      {doubtful?.risk && (
        <Notice
          look="ask"
          role="alert"
          title={<span className="mono">{doubtful.folder}</span>}
          actions={
            <>
              <Button size="small" onClick={() => setDoubtful(undefined)}>
                {t('questions.folders.doNotShare')}
              </Button>
              <Button
                size="small"
                onClick={() => {
                  setDoubtful(undefined)
                  share([...server.roots, doubtful.folder])
                }}
              >
                {t('questions.folders.shareAllTheSame')}
              </Button>
            </>
          }
        >
          {t(`questions.folders.risk.${doubtful.risk}`)}
        </Notice>
      )}
      <div className="rounded-3 border border-line bg-raised">
        {server.roots.length === 0 && (
          <EmptyState
            title={t('questions.folders.noneShared')}
            text={<ServerText id="questions.folders.noneShared.text" server={server.id} />}
          />
        )}
        {server.roots.length > 0 && (
          <ul aria-label={t('questions.folders.shared')} className="divide-y divide-line">
            {server.roots.map((root) => (
              <li key={root} className="flex items-center gap-3 px-4 py-2">
                <Folder size={15} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-text-3" />
                <span className="grow">
                  <span translate="no" className="mono breakable font-label">
                    {pathFromFileUri(root)}
                  </span>
                  <FolderRemark check={checks.find((check) => check.folder === root)} />
                </span>
                {!isFixed && (
                  <Button look="bare" size="small" onClick={() => share(server.roots.filter((other) => other !== root))}>
                    {t('questions.folders.stopSharing')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      {folder.dialog}
    </div>
  )
}
