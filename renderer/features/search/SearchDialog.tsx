import { Search } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useState } from 'react'
import type { SearchHit } from '../../../shared/search/searchHit'
import type { SearchFilters as Filters } from '../../../shared/rpc/search'
import { QUERY_CHARACTERS } from '../../../shared/search/searchQuery'
import { Text } from '../../i18n/Text'
import { t } from '../../i18n/t'
import { useHostQuery } from '../../rpc/useHostQuery'
import { markPlace } from '../../state/markedPlace'
import { openSearch, showChat } from '../../state/navigation'
import { Button } from '../../ui/Button'
import { ComboboxList, ComboboxOption } from '../../ui/Combobox'
import { Kbd } from '../../ui/Kbd'
import { dialogOverlay } from '../../ui/dialogOverlay'
import { useCombobox } from '../../ui/hooks/useCombobox'
import { useDebouncedValue } from '../../ui/hooks/useDebouncedValue'
import { useFocusReturn } from '../../ui/hooks/useFocusReturn'
import { useNow } from '../../ui/hooks/useNow'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { SearchFilters } from './SearchFilters'
import { SearchResult } from './SearchResult'
import { useProjectNames } from '../../widgets/conversations/useProjectNames'
import { useSearchPages, type SearchPages } from './useSearchPages'

/** How near the end of the list more of it is asked for. */
const NEAR_END_PX = 400
const noOptions = { servers: [], tools: [], models: [] } as const

/** Finds words in all conversations, and shows the place of what is chosen. */
export function SearchDialog({ words }: { readonly words: string }) {
  const [text, setText] = useState(words)
  const [filters, setFilters] = useState<Filters>({})
  const query = useDebouncedValue(text).trim()
  const pages = useSearchPages(query, filters)
  /** Whether what is shown was found for what is typed. */
  const isAnswered = pages.isAnswered && query === text.trim()
  const options = useHostQuery('search.filterOptions', {})
  const projectOf = useProjectNames()
  const focus = useFocusReturn()
  const now = useNow()
  const hits = query === '' ? [] : pages.hits
  const list = useCombobox({
    text: `${query}\n${JSON.stringify(filters)}`,
    options: hits,
    hasList: hits.length > 0,
    marks: 'first',
    onChoose: (hit) => choose(hit, query),
  })
  return (
    <Radix.Root open onOpenChange={(open) => !open && openSearch(undefined)}>
      <Radix.Portal>
        <Radix.Overlay className={dialogOverlay} />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focus.opened}
          onCloseAutoFocus={focus.closed}
          className="appearing fixed top-18 left-1/2 z-(--z-question) flex max-h-[calc(100%-6rem)] w-dialog max-w-[calc(100%-2rem)] -translate-x-1/2 flex-col overflow-hidden rounded-4 bg-raised shadow-dialog outline-none"
        >
          <Radix.Title className="sr-only">{t('search.title')}</Radix.Title>
          <div className="flex h-12 shrink-0 items-center gap-3 px-4">
            <Search size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-text-3" />
            <input
              type="search"
              autoFocus
              autoComplete="off"
              spellCheck={false}
              maxLength={QUERY_CHARACTERS}
              aria-label={t('search.title')}
              placeholder={t('search.placeholder')}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              onKeyDown={(event) => {
                // Escape closes the dialog; while the list is open, it would only close that. Enter must not open a hit of words typed before.
                if (event.key !== 'Escape' && (event.key !== 'Enter' || isAnswered)) list.onKey(event)
                if (list.active >= hits.length - 2) pages.showMore()
              }}
              {...list.field}
              className="w-full min-w-0 bg-transparent text-14 outline-none [&::-webkit-search-cancel-button]:hidden"
            />
            <span role="status" className="num shrink-0 text-12 text-text-2">
              {query !== '' && pages.isAnswered && describeCount(pages)}
            </span>
          </div>
          <SearchFilters options={options.data ?? noOptions} filters={filters} onFilters={setFilters} />
          {hits.length > 0 ? (
            <ComboboxList
              label={t('search.results')}
              id={list.listId}
              className="min-h-0 grow overflow-y-auto p-1.5"
              onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
                if (scrollHeight - scrollTop - clientHeight < NEAR_END_PX) pages.showMore()
              }}
            >
              {hits.map((hit, index) => (
                <ComboboxOption key={keyOf(hit)} {...list.option(index)} className="flex items-start! gap-2.5 px-2.5! py-1.5">
                  <SearchResult hit={hit} project={projectOf.get(hit.conversationId)} now={now} />
                </ComboboxOption>
              ))}
            </ComboboxList>
          ) : (
            <NoHits query={query} pages={pages} isFiltered={Object.keys(filters).length > 0} onClear={() => setFilters({})} />
          )}
          <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-2 text-12 text-text-3">
            <Text id="search.footer" components={{ arrows: <Kbd keys="↑ ↓" />, enter: <Kbd keys="↵" />, escape: <Kbd keys="Esc" /> }} />
            <span className="grow" />
            {pages.pending > 0 && <span className="num text-text-2">{t('search.indexing', { count: pages.pending })}</span>}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

interface NoHitsProps {
  readonly query: string
  readonly pages: SearchPages
  readonly isFiltered: boolean
  readonly onClear: () => void
}

function NoHits({ query, pages, isFiltered, onClear }: NoHitsProps) {
  if (pages.error) {
    return (
      <div className="p-4">
        <ErrorNotice error={pages.error} role="alert" actions={<Button onClick={pages.again}>{t('search.again')}</Button>} />
      </div>
    )
  }
  return (
    <div className="grid justify-items-center gap-3 px-4 py-8 text-center text-text-2">
      <p>{query === '' ? t('search.hint') : pages.isAnswered ? t('search.nothing', { query }) : t('search.searching')}</p>
      {query !== '' && pages.isAnswered && isFiltered && <Button onClick={onClear}>{t('search.withoutFilters')}</Button>}
    </div>
  )
}

function describeCount({ hits, hasMore }: SearchPages): string {
  return t(hasMore ? 'search.countMore' : 'search.count', { count: hits.length })
}

function keyOf({ conversationId, place }: SearchHit): string {
  return place?.partId ?? conversationId
}

function choose({ conversationId, place, kind }: SearchHit, words: string): void {
  openSearch(undefined)
  showChat(conversationId)
  if (place && kind !== 'title') markPlace({ ...place, conversationId, kind, index: 0, words, by: 'search' })
}
