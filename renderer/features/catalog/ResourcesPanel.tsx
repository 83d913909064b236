import { useState } from 'react'
import { useScreen } from '../../shell/screen'
import type { ServerPanelProps } from '../../shell/serverPanel'
import { CatalogFrame } from './CatalogFrame'
import { ResourceList, type ResourceListView } from './ResourceList'
import { ResourceView } from './ResourceView'
import { usePlaceInList } from './usePlaceInList'

/** The resources of a server: those it lists, and those whose address a person fills in; or the one that is open. */
export function ResourcesPanel({ server, state, scroller }: ServerPanelProps) {
  const uri = useScreen((screen) => screen.resourceUri)
  // Kept here, so that a person who comes back from a resource finds the list as it was.
  const [view, setView] = useState<ResourceListView>({ search: '', look: 'folders', audience: 'all', toggled: new Set() })
  const list = usePlaceInList(scroller, uri)
  return (
    <div ref={list}>
      <CatalogFrame server={server} state={state} what="Its resources" plain={uri !== undefined}>
        {(catalog) =>
          uri === undefined ? (
            <ResourceList serverId={server.id} catalog={catalog} scroller={scroller} view={view} onView={setView} />
          ) : (
            <ResourceView key={uri} server={server} state={state} uri={uri} catalog={catalog} scroller={scroller} />
          )
        }
      </CatalogFrame>
    </div>
  )
}
