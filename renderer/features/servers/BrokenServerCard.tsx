import { useId } from 'react'
import type { BrokenServer } from '../../../shared/domain/server'
import { SafeName } from '../../ui/SafeName'
import { StatusLabel } from '../../ui/StatusLabel'
import { Tile } from '../../ui/Tile'
import { ServerFailure } from './ServerFailure'
import { t } from '../../i18n/t'
import { statusLabels } from '../../../shared/domain/connectionState'

/** An entry of servers.json that Parley cannot read. The file keeps it, and the card says what is wrong. */
export function BrokenServerCard({ server }: { readonly server: BrokenServer }) {
  const nameId = useId()
  return (
    <article aria-labelledby={nameId} className="rounded-3 border border-line bg-raised px-4 py-3">
      <div className="mb-1.5 flex items-center gap-2.5">
        <Tile name={server.id} />
        <h3 id={nameId} translate="no" className="cut grow text-14 font-title">
          <SafeName name={server.id} />
        </h3>
        <StatusLabel role="status" shape="failed" word={t(statusLabels.failed)} />
      </div>
      <div className="medium:ps-7.5">
        <ServerFailure server={server.id} failure={server} />
      </div>
    </article>
  )
}
