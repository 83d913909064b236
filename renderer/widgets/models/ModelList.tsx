import { Search, Star } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ModelRef } from '../../../shared/domain/ids'
import { Text } from '../../i18n/Text'
import { t, translator } from '../../i18n/t'
import { callHost } from '../../rpc/callHost'
import { useHostQuery } from '../../rpc/useHostQuery'
import { useTopic } from '../../rpc/useTopic'
import { Button } from '../../ui/Button'
import { Kbd } from '../../ui/Kbd'
import { useCombobox } from '../../ui/hooks/useCombobox'
import { SegmentedControl } from '../../ui/form/SegmentedControl'
import { ErrorNotice } from '../ErrorNotice'
import { useAsyncAction } from '../useAsyncAction'
import { modelGroups, type ModelEntry, type ModelFilter } from './modelEntries'
import { ModelRows, type ModelRowItem } from './ModelRows'
import { useKnownModels } from './useKnownModels'

export interface ModelListProps {
  readonly value: ModelRef | 'none' | undefined
  readonly offersNone: boolean
  readonly onChoose: (choice: ModelRef | 'none') => void
}

/** Searches all models, and shows what each can do. The focus stays in the field. */
export function ModelList({ value, offersNone, onChoose }: ModelListProps) {
  const models = useTopic('models') ?? { providers: [] }
  const known = useKnownModels()
  useEffect(() => {
    // In the background: until they answer, and where they do not, the list is what it was.
    callHost('models.refreshLocal', {}).catch(() => undefined)
  }, [])
  const { data: recent } = useHostQuery('chat.recentModels', {})
  const [query, setQuery] = useState('')
  const [filter, setFilter] = useState<ModelFilter>('all')
  const { failed, run } = useAsyncAction()
  const chosen = value === 'none' ? undefined : value
  const groups = modelGroups({ models, known, recent: recent ?? [], chosen }, query, filter)
  const items = itemsOf(groups, offersNone && query.trim() === '' && filter === 'all')
  const options = items.filter((item) => item.kind !== 'heading')
  const star = ({ ref, favourite }: ModelEntry): void => run(() => callHost('models.setFavourite', { model: ref, favourite: !favourite }))
  const list = useCombobox({
    text: `${query}\n${filter}`,
    options,
    hasList: options.length > 0,
    marks: 'first',
    onChoose: (option) => {
      if (option.kind === 'none') onChoose('none')
      else if (!option.entry.forbidden && !option.entry.gone) onChoose(option.entry.ref)
    },
  })
  const marked = options[list.active]
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 p-2">
        <div className="field-edge flex h-control min-w-40 grow items-center gap-2 px-[0.5625rem]">
          <Search size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-text-3" />
          <input
            type="search"
            autoFocus
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            aria-label={t('models.find')}
            placeholder={t('models.find')}
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
            // Escape closes the picker. While the list is open, it would only close that.
            onKeyDown={(event) => event.key !== 'Escape' && list.onKey(event)}
            {...list.field}
            className="w-full min-w-0 bg-transparent outline-none [&::-webkit-search-cancel-button]:hidden"
          />
        </div>
        <SegmentedControl
          label={t('models.show')}
          value={filter}
          onValue={setFilter}
          options={[
            { value: 'all', label: t('models.show.all') },
            { value: 'sees', label: t('models.sees') },
            { value: 'tools', label: t('models.tools') },
            { value: 'onThisComputer', label: t('models.show.onThisComputer') },
          ]}
        />
      </div>
      {failed && <ErrorNotice role="alert" error={failed} />}
      <ModelRows items={items} list={list} chosen={value} onStar={star} />
      {options.length === 0 && (
        <p role="status" className="border-t border-line px-4 py-6 text-center text-text-2">
          {t(models.providers.length === 0 ? 'models.noneYet' : 'models.nothingFound')}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line bg-surface px-3 py-1.5 text-12 text-text-2">
        <span className="grow">{known && t('models.asOf', { date: translator().date(Date.parse(`${known.asOf}T12:00`)) })}</span>
        {marked?.kind === 'model' && (
          <Button look="bare" size="small" disabled={marked.entry.gone} onClick={() => star(marked.entry)}>
            <Star size={12} strokeWidth={1.75} aria-hidden="true" {...(marked.entry.favourite && { fill: 'currentColor' })} />
            {t(marked.entry.favourite ? 'models.unstar' : 'models.star', { model: marked.entry.name })}
          </Button>
        )}
        <span className="flex items-center gap-2 max-medium:hidden">
          <Text id="models.keys" components={{ arrows: <Kbd keys="↑ ↓" />, enter: <Kbd keys="↵" /> }} />
        </span>
      </div>
    </>
  )
}

function itemsOf(groups: ReturnType<typeof modelGroups>, withNone: boolean): readonly ModelRowItem[] {
  const items = groups.flatMap(({ section, entries }): ModelRowItem[] => [
    { kind: 'heading', section },
    ...entries.map((entry): ModelRowItem => ({ kind: 'model', entry, providerNamed: section.of === 'provider' })),
  ])
  return withNone ? [...items, { kind: 'none' }] : items
}
