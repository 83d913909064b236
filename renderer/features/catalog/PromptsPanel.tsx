import { ServerText } from '../../i18n/ServerText'
import { BookText } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../i18n/t'
import type { Catalog, Prompt } from '../../../shared/domain/catalog'
import type { ServerId } from '../../../shared/domain/ids'
import { startPick } from '../../state/navigation'
import type { ServerPanelProps } from '../../state/serverPanelProps'
import { Button } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { CatalogEntryIcon } from './CatalogEntryIcon'
import { SafeName } from '../../ui/SafeName'
import { ServerQuoteLine } from '../../ui/ServerQuoteLine'
import { SearchField } from '../../ui/form/SearchField'
import { plainText } from '../../../shared/lib/unsafeCharacters'
import { useListNavigation } from '../../ui/hooks/useListNavigation'
import { CatalogLayout } from './CatalogLayout'
import { SkippedEntryRows } from './SkippedEntryRows'
import { SkillList } from './SkillList'

const searchFrom = 8

/** The prompts and skills of a server. "Use" opens a prompt in the conversation. */
export function PromptsPanel({ server, state }: ServerPanelProps) {
  return (
    <CatalogLayout server={server} state={state} what="prompts">
      {(catalog) => <Prompts serverId={server.id} catalog={catalog} />}
    </CatalogLayout>
  )
}

function Prompts({ serverId, catalog }: { readonly serverId: ServerId; readonly catalog: Catalog }) {
  const { prompts, skills } = catalog
  const [search, setSearch] = useState('')
  const list = useListNavigation()
  const skipped = catalog.skipped.filter(({ what }) => what === 'prompt' || what === 'skill')
  if (prompts.length + skills.length + skipped.length === 0)
    return (
      <div className="rounded-3 border border-line bg-raised">
        <EmptyState title={t('catalog.noPrompts')} text={<ServerText id="catalog.offersNone" server={serverId} />} />
      </div>
    )
  const found = findPrompts(prompts, search)
  return (
    <div ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      {prompts.length >= searchFrom && (
        <div className="flex flex-wrap items-center gap-2">
          <SearchField className="w-56" label={t('catalog.findPrompt')} value={search} onValue={setSearch} />
          <span className="grow" />
          <span className="num text-12 text-text-2">{t('catalog.count.prompts', { count: prompts.length })}</span>
        </div>
      )}
      {found.length > 0 && (
        <ul aria-label={t('catalog.prompts')} className="divide-y divide-line overflow-hidden rounded-3 border border-line bg-raised">
          {found.map((prompt) => (
            <PromptRow key={prompt.name} serverId={serverId} prompt={prompt} />
          ))}
        </ul>
      )}
      {prompts.length > 0 && found.length === 0 && (
        <EmptyState title={t('catalog.nothingMatches', { search })} text={t('catalog.promptsSearched')} />
      )}
      <SkillList serverId={serverId} skills={skills} />
      <SkippedEntryRows server={serverId} items={skipped} />
    </div>
  )
}

function PromptRow({ serverId, prompt }: { readonly serverId: ServerId; readonly prompt: Prompt }) {
  const title = prompt.title === prompt.name ? undefined : prompt.title
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      {prompt.icons ? (
        <CatalogEntryIcon serverId={serverId} icons={prompt.icons} />
      ) : (
        <BookText size={15} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-text-3" />
      )}
      <div className="min-w-0 grow basis-60">
        <div translate="no" className="mono breakable font-label">
          <SafeName name={prompt.name} />
        </div>
        {(title ?? prompt.description) !== undefined && (
          <ServerQuoteLine className="mt-[0.1875rem]" lead={title} text={prompt.description ?? ''} />
        )}
      </div>
      {prompt.arguments.length > 0 && (
        <ul aria-label={t('catalog.arguments')} className="flex max-w-2/5 flex-wrap justify-end gap-x-2 text-12">
          {prompt.arguments.map((argument) => (
            <li key={argument.name} className="breakable not-last:after:text-text-3 not-last:after:content-[',']">
              <span translate="no" className="mono text-text-2">
                <SafeName name={argument.name} />
              </span>
              {!argument.required && <span className="text-text-3"> {t('catalog.optional')}</span>}
            </li>
          ))}
        </ul>
      )}
      <Button
        data-list-item
        size="small"
        aria-label={t('catalog.useName', { name: plainText(prompt.name) })}
        onClick={() => startPick({ kind: 'prompt', serverId, name: prompt.name })}
      >
        {t('catalog.use')}
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
