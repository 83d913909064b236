import { File } from 'lucide-react'
import { useState } from 'react'
import type { Catalog } from '../../../shared/domain/catalog'
import { CopyButton } from '../../ui/CopyButton'
import { EmptyState } from '../../ui/EmptyState'
import { SafeText } from '../../ui/SafeText'
import { SaidLine } from '../../ui/SaidLine'
import { Button } from '../../ui/Button'
import { sizeWords } from '../../ui/words'
import { CatalogFrame } from './CatalogFrame'
import { SetAsideRows } from './SetAsideRows'
import type { ServerWithState } from './useServers'

const pageSize = 200

/** The resources of a server, by name and address. */
export function ResourcesPanel({ server, state }: ServerWithState) {
  return (
    <CatalogFrame server={server} state={state} what="Its resources">
      {(catalog) => <Resources server={server.id} catalog={catalog} />}
    </CatalogFrame>
  )
}

function Resources({ server, catalog }: { readonly server: string; readonly catalog: Catalog }) {
  const [shown, setShown] = useState(pageSize)
  const setAside = catalog.setAside.filter((one) => one.what === 'resource')
  if (catalog.resources.length + setAside.length === 0)
    return (
      <div className="rounded-3 border border-line bg-raised">
        <EmptyState title="No resources" text={`${server} offers none.`} />
      </div>
    )
  return (
    <>
      <ul aria-label="Resources" className="divide-y divide-line overflow-hidden rounded-3 border border-line bg-raised">
        {catalog.resources.slice(0, shown).map((resource) => (
          <li key={resource.uri} className="flex items-center gap-3 px-4 py-2">
            <File size={15} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-text-3" />
            <div className="min-w-0 grow">
              <div className="mono breakable font-label">
                <SafeText text={resource.name} />
              </div>
              <div className="mono breakable text-12 text-text-3">
                <SafeText text={resource.uri} />
              </div>
              {resource.description !== undefined && <SaidLine className="mt-[0.1875rem]" text={resource.description} />}
            </div>
            <span className="num shrink-0 text-12 text-text-2">
              {resource.mimeType !== undefined && <SafeText text={resource.mimeType} />}
              {resource.size !== undefined && ` · ${sizeWords(resource.size)}`}
            </span>
            <CopyButton look="icon" text={() => resource.uri} />
          </li>
        ))}
      </ul>
      {catalog.resources.length > shown && (
        <Button className="justify-self-center" onClick={() => setShown(shown + pageSize)}>
          Show {Math.min(pageSize, catalog.resources.length - shown)} more of {catalog.resources.length.toLocaleString('en')}
        </Button>
      )}
      <SetAsideRows server={server} items={setAside} />
    </>
  )
}
