import { useId } from 'react'
import type { BrokenServer } from '../../../shared/domain/server'
import { statusLabels } from '../../../shared/domain/connectionState'
import { Text } from '../../i18n/Text'
import { t } from '../../i18n/t'
import { useTopic } from '../../rpc/useTopic'
import { dataFilePath } from '../../state/dataFilePath'
import { Button } from '../../ui/Button'
import { CopyButton } from '../../ui/CopyButton'
import { SafeName } from '../../ui/SafeName'
import { StatusLabel } from '../../ui/StatusLabel'
import { LetterTile } from '../../ui/LetterTile'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { useAsyncAction } from '../../widgets/useAsyncAction'
import { removeServer } from './removeServer'
import { ServerFailure } from './ServerFailure'
import { SetByPolicy } from './SetByPolicy'

/**
 * An entry of servers.json or of a policy that Parley cannot use. The card says what is wrong, and where the person's own can be mended: one of
 * a policy only its owner can mend or remove.
 */
export function BrokenServerCard({ server }: { readonly server: BrokenServer }) {
  const nameId = useId()
  const { failed, run } = useAsyncAction()
  const dataDir = useTopic('app', (app) => app.dataDir)
  const isOwn = server.setBy === undefined
  const path = dataDir === undefined || !isOwn ? undefined : dataFilePath(dataDir, 'servers.json')
  return (
    <article aria-labelledby={nameId} className="rounded-3 border border-line bg-raised px-4 py-3">
      <div className="mb-1.5 flex items-center gap-2.5">
        <LetterTile name={server.id} />
        <h3 id={nameId} translate="no" className="cut grow text-14 font-title">
          <SafeName name={server.id} />
        </h3>
        <SetByPolicy server={server} />
        <StatusLabel role="status" shape="failed" word={t(statusLabels.failed)} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5 medium:ps-7.5">
        <ServerFailure server={server.id} failure={server} />
        {path !== undefined && (
          <p className="breakable text-text-2">
            <Text id="servers.broken.mend" components={{ file: <Path path={path} /> }} />
          </p>
        )}
        {failed && <ErrorNotice error={failed} />}
        {isOwn && (
          <div className="flex flex-wrap items-center gap-1.5">
            {path !== undefined && <CopyButton label={t('layout.copyPath')} text={() => path} />}
            <span className="ms-auto">
              <Button size="small" look="bare" onClick={() => run(() => removeServer(server.id))}>
                {t('servers.action.remove')}
              </Button>
            </span>
          </div>
        )}
      </div>
    </article>
  )
}

function Path({ path }: { readonly path: string }) {
  return (
    <code translate="no" dir="ltr" className="mono breakable text-text-2">
      {path}
    </code>
  )
}
