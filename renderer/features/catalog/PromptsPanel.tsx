import { BookText } from 'lucide-react'
import { useState } from 'react'
import type { Catalog, Prompt } from '../../../shared/domain/catalog'
import type { ServerId } from '../../../shared/domain/ids'
import { startPick } from '../../shell/screen'
import type { ServerPanelProps } from '../../shell/serverPanel'
import { Button } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { OfferIcon } from '../../ui/OfferIcon'
import { SafeName } from '../../ui/SafeName'
import { SaidLine } from '../../ui/SaidLine'
import { SearchField } from '../../ui/SearchField'
import { plainText } from '../../../shared/lib/unsafeCharacters'
import { useListKeys } from '../../ui/useListKeys'
import { countWords } from '../../ui/words'
import { CatalogFrame } from './CatalogFrame'
import { SetAsideRows } from './SetAsideRows'
import { SkillList } from './SkillList'

const searchFrom = 8

/** The prompts of a server, which Use takes to the conversation, and its skills. */
export function PromptsPanel({ server, state }: ServerPanelProps) {
  return (
    <CatalogFrame server={server} state={state} what="Its prompts">
      {(catalog) => <Prompts serverId={server.id} catalog={catalog} />}
    </CatalogFrame>
  )
}

function Prompts({ serverId, catalog }: { readonly serverId: ServerId; readonly catalog: Catalog }) {
  const { prompts, skills } = catalog
  const [search, setSearch] = useState('')
  const list = useListKeys()
  const setAside = catalog.setAside.filter(({ what }) => what === 'prompt' || what === 'skill')
  if (prompts.length + skills.length + setAside.length === 0)
    return (
      <div className="rounded-3 border border-line bg-raised">
        <EmptyState title="No prompts" text={`${serverId} offers none.`} />
      </div>
    )
  const found = findPrompts(prompts, search)
  return (
    <div ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      {prompts.length >= searchFrom && (
        <div className="flex flex-wrap items-center gap-2">
          <SearchField className="w-56" label="Find a prompt" value={search} onValue={setSearch} />
          <span className="grow" />
          <span className="num text-12 text-text-2">{countWords(prompts.length, 'prompt')}</span>
        </div>
      )}
      {found.length > 0 && (
        <ul aria-label="Prompts" className="divide-y divide-line overflow-hidden rounded-3 border border-line bg-raised">
          {found.map((prompt) => (
            <PromptRow key={prompt.name} serverId={serverId} prompt={prompt} />
          ))}
        </ul>
      )}
      {prompts.length > 0 && found.length === 0 && (
        <EmptyState title={`Nothing matches “${search}”`} text="Names, titles and descriptions were searched." />
      )}
      <SkillList serverId={serverId} skills={skills} />
      <SetAsideRows server={serverId} items={setAside} />
    </div>
  )
}

function PromptRow({ serverId, prompt }: { readonly serverId: ServerId; readonly prompt: Prompt }) {
  const title = prompt.title === prompt.name ? undefined : prompt.title
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      {prompt.icons ? (
        <OfferIcon serverId={serverId} icons={prompt.icons} />
      ) : (
        <BookText size={15} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-text-3" />
      )}
      <div className="min-w-0 grow basis-60">
        <div className="mono breakable font-label">
          <SafeName name={prompt.name} />
        </div>
        {(title ?? prompt.description) !== undefined && (
          <SaidLine className="mt-[0.1875rem]" lead={title} text={prompt.description ?? ''} />
        )}
      </div>
      {prompt.arguments.length > 0 && (
        <ul aria-label="Arguments" className="flex max-w-2/5 flex-wrap justify-end gap-x-2 text-12">
          {prompt.arguments.map((argument) => (
            <li key={argument.name} className="breakable not-last:after:text-text-3 not-last:after:content-[',']">
              <span className="mono text-text-2">
                <SafeName name={argument.name} />
              </span>
              {!argument.required && <span className="text-text-3"> optional</span>}
            </li>
          ))}
        </ul>
      )}
      <Button
        data-list-item
        size="small"
        aria-label={`Use ${plainText(prompt.name)}`}
        onClick={() => startPick({ kind: 'prompt', serverId, name: prompt.name })}
      >
        Use
      </Button>
    </li>
  )
}

function findPrompts(prompts: readonly Prompt[], search: string): readonly Prompt[] {
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return prompts
  return prompts.filter(({ name, title, description }) =>
    [name, title, description].some((text) => text?.toLowerCase().includes(wanted) === true),
  )
}
