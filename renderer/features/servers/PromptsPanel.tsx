import { BookText } from 'lucide-react'
import { startPick } from '../../shell/screen'
import { Button } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { SafeText } from '../../ui/SafeText'
import { SaidLine } from '../../ui/SaidLine'
import { CatalogFrame } from './CatalogFrame'
import { SetAsideRows } from './SetAsideRows'
import type { ServerWithState } from './useServers'

/** The prompts of a server. Use takes one to the conversation. */
export function PromptsPanel({ server, state }: ServerWithState) {
  return (
    <CatalogFrame server={server} state={state} what="Its prompts">
      {(catalog) => {
        const setAside = catalog.setAside.filter((one) => one.what === 'prompt')
        if (catalog.prompts.length + setAside.length === 0)
          return (
            <div className="rounded-3 border border-line bg-raised">
              <EmptyState title="No prompts" text={`${server.id} offers none.`} />
            </div>
          )
        return (
          <>
            <ul aria-label="Prompts" className="divide-y divide-line overflow-hidden rounded-3 border border-line bg-raised">
              {catalog.prompts.map((prompt) => (
                <li key={prompt.name} className="flex items-center gap-3 px-4 py-2">
                  <BookText size={15} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-text-3" />
                  <div className="min-w-0 grow">
                    <div className="mono breakable font-label">
                      <SafeText text={prompt.name} />
                    </div>
                    {prompt.description !== undefined && <SaidLine className="mt-[0.1875rem]" text={prompt.description} />}
                  </div>
                  <span className="mono breakable max-w-1/3 text-12 text-text-2">
                    <SafeText text={prompt.arguments.map((argument) => argument.name).join(', ')} />
                  </span>
                  <Button size="small" onClick={() => startPick({ kind: 'prompt', serverId: server.id, name: prompt.name })}>
                    Use
                  </Button>
                </li>
              ))}
            </ul>
            <SetAsideRows server={server.id} items={setAside} />
          </>
        )
      }}
    </CatalogFrame>
  )
}
