import { useState } from 'react'
import { useNavigation } from '../../state/navigation'
import type { ServerPanelProps } from '../../state/serverPanelProps'
import { CatalogLayout } from './CatalogLayout'
import { ResourceList, type ResourceListView } from './ResourceList'
import { ResourceView } from './ResourceView'
import { useScrollRestoration } from './useScrollRestoration'

/** The resources of a server: the listed ones and the templates, or the one resource that is open. */
export function ResourcesPanel({ server, state, scroller }: ServerPanelProps) {
  const uri = useNavigation((screen) => screen.resourceUri)
  // The state is kept here, so that a person who returns from a resource finds the list unchanged.
  const [view, setView] = useState<ResourceListView>({ search: '', look: 'folders', audience: 'all', toggled: new Set() })
  const list = useScrollRestoration(scroller, uri)
  return (
    <div ref={list}>
      <CatalogLayout server={server} state={state} what="resources" plain={uri !== undefined}>
        {(catalog) =>
          uri === undefined ? (
            <ResourceList serverId={server.id} catalog={catalog} scroller={scroller} view={view} onView={setView} />
          ) : (
            <ResourceView key={uri} server={server} state={state} uri={uri} catalog={catalog} scroller={scroller} />
          )
        }
      </CatalogLayout>
    </div>
  )
}
