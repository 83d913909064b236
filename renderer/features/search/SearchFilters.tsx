import { useState } from 'react'
import type { SearchFilterOptions } from '../../../shared/search/searchHit'
import { modelName } from '../../../shared/domain/models/modelName'
import type { SearchFilters as Filters } from '../../../shared/rpc/search'
import { t } from '../../i18n/t'
import { Button } from '../../ui/Button'
import { SelectField, type SelectOption } from '../../ui/form/SelectField'
import { classNames } from '../../ui/classNames'

const DAY_MS = 86_400_000
const ANY = 'any'
const spans = { [ANY]: undefined, day: 1, week: 7, month: 30, year: 365 } as const
type Span = keyof typeof spans
const spanNames: readonly Span[] = [ANY, 'day', 'week', 'month', 'year']

export interface SearchFiltersProps {
  readonly options: SearchFilterOptions
  readonly filters: Filters
  readonly onFilters: (filters: Filters) => void
}

/** Narrows the search: by server, tool, model, time, and whether something is attached. */
export function SearchFilters({ options, filters, onFilters }: SearchFiltersProps) {
  const [span, setSpan] = useState<Span>(ANY)
  const { serverId, tool, model, since, hasFile } = filters
  const tools = options.tools.filter((one) => serverId === undefined || one.serverId === serverId).map((one) => one.tool)
  const isFiltered = [serverId, tool, model, since, hasFile].some((value) => value !== undefined)
  const change = (changed: { readonly [Name in keyof Filters]: Filters[Name] | undefined }): void =>
    onFilters(Object.fromEntries(Object.entries({ ...filters, ...changed }).filter(([, value]) => value !== undefined)))
  return (
    <div role="group" aria-label={t('search.filters')} className="flex flex-wrap items-center gap-1.5 border-b border-line px-4 pb-2.5">
      <Filter
        name={t('search.filter.server')}
        values={options.servers}
        value={serverId}
        onValue={(value) => change({ serverId: options.servers.find((id) => id === value), tool: undefined })}
      />
      <Filter name={t('search.filter.tool')} values={[...new Set(tools)]} value={tool} onValue={(value) => change({ tool: value })} />
      <Filter
        name={t('search.filter.model')}
        values={options.models}
        value={model}
        label={modelName}
        onValue={(value) => change({ model: options.models.find((ref) => ref === value) })}
      />
      <SelectField<Span>
        label={t('search.filter.date')}
        height="small"
        className={filterClass(since !== undefined)}
        options={spanNames.map((value) => ({ value, label: t(`search.span.${value}`) }))}
        value={span}
        onValue={(value) => {
          setSpan(value)
          const days = spans[value]
          change({ since: days === undefined ? undefined : Date.now() - days * DAY_MS })
        }}
      />
      <Button
        size="small"
        aria-pressed={hasFile === true}
        className={filterClass(hasFile === true)}
        onClick={() => change({ hasFile: hasFile === true ? undefined : true })}
      >
        {t('search.filter.hasFile')}
      </Button>
      <span className="grow" />
      {isFiltered && (
        <Button
          size="small"
          look="bare"
          onClick={() => {
            setSpan(ANY)
            onFilters({})
          }}
        >
          {t('search.clearFilters')}
        </Button>
      )}
    </div>
  )
}

interface FilterProps<V extends string> {
  readonly name: string
  readonly values: readonly V[]
  readonly value: string | undefined
  readonly onValue: (value: string | undefined) => void
  readonly label?: (value: V) => string
}

/** One filter over names. Its first option, with the filter's own name, takes everything. */
function Filter<V extends string>({ name, values, value, onValue, label = (one) => one }: FilterProps<V>) {
  // A name may be that of the option for all, so options are told apart by their position.
  const options: readonly SelectOption<string>[] = [
    { value: ANY, label: name },
    ...values.map((one, index) => ({ value: String(index), label: label(one), data: true })),
  ]
  const index = values.findIndex((one) => one === value)
  return (
    <SelectField
      label={name}
      height="small"
      className={filterClass(value !== undefined)}
      options={options}
      value={index === -1 ? ANY : String(index)}
      onValue={(chosen) => onValue(values[Number(chosen)])}
    />
  )
}

function filterClass(isSet: boolean): string {
  return classNames('max-w-44 rounded-full! h-6! text-12!', isSet && 'border-accent-line! bg-accent-soft!')
}
