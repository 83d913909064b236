import { Check, Monitor, Star } from 'lucide-react'
import { useEffect, useRef, type ReactElement } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import type { ModelRef } from '../../../shared/domain/ids'
import type { ModelPrice } from '../../../shared/domain/models/modelProvider'
import { t, translator } from '../../i18n/t'
import { classNames } from '../../ui/classNames'
import { ComboboxList, ComboboxOption } from '../../ui/Combobox'
import { formatContext } from '../../ui/format/formatContext'
import type { Combobox, ComboboxOptionState } from '../../ui/hooks/useCombobox'
import { LetterTile } from '../../ui/LetterTile'
import { isShortContext } from './isShortContext'
import type { ModelEntry, ModelSection } from './modelEntries'

export type ModelRowItem =
  | { readonly kind: 'heading'; readonly section: ModelSection }
  /** @property providerNamed whether the heading above says the provider */
  | { readonly kind: 'model'; readonly entry: ModelEntry; readonly providerNamed: boolean }
  | { readonly kind: 'none' }

export interface ModelRowsProps {
  readonly items: readonly ModelRowItem[]
  readonly list: Combobox
  readonly chosen: ModelRef | 'none' | undefined
  readonly onStar: (entry: ModelEntry) => void
}

/** Longer lists render only the visible rows. */
const WHOLE_UP_TO = 100
const ROW_PX = 30
const columns = 'grid grid-cols-[0.875rem_minmax(0,1fr)_2.75rem_2.75rem_3.75rem_3.75rem_8rem] items-center gap-2'
const fact = 'max-medium:hidden'

/** The rows of the list of models. */
export function ModelRows({ items, list, chosen, onStar }: ModelRowsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useRef<VirtualizerHandle>(null)
  const places = placesOf(items)
  const count = items.length - items.filter(({ kind }) => kind === 'heading').length
  const isLong = items.length > WHOLE_UP_TO
  const active = places.indexOf(list.active)
  useEffect(() => {
    if (isLong && active >= 0) virtual.current?.scrollToIndex(active, { align: 'nearest' })
  }, [isLong, active])
  if (count === 0) return null
  const row = (item: ModelRowItem, index: number): ReactElement => {
    const place = places[index] ?? 0
    if (item.kind === 'heading') return <Heading key={`heading ${index}`} section={item.section} />
    const option = { ...list.option(place), place: { index: place, of: count } }
    if (item.kind === 'none') return <None key="none" option={option} isChosen={chosen === 'none'} />
    return <Row key={`${index} ${item.entry.ref}`} {...item} option={option} isChosen={chosen === item.entry.ref} onStar={onStar} />
  }
  return (
    <>
      <div aria-hidden="true" className="border-t border-line px-2 pe-10 pt-1.5 text-11 font-label text-text-3">
        <div className={classNames(columns, 'px-2')}>
          <span />
          <span />
          <span className={classNames(fact, 'text-center')}>{t('models.sees')}</span>
          <span className={classNames(fact, 'text-center')}>{t('models.thinks')}</span>
          <span className={classNames(fact, 'text-center')}>{t('models.tools')}</span>
          <span className={classNames(fact, 'text-end')}>{t('models.context')}</span>
          <span className={classNames(fact, 'text-end')}>{t('models.price')}</span>
        </div>
      </div>
      <ComboboxList
        ref={scroller}
        id={list.listId}
        label={t('models.all')}
        tabIndex={0}
        className="min-h-0 grow overflow-y-auto p-1.5 pt-0 outline-none"
      >
        {isLong ? (
          <Virtualizer ref={virtual} data={items} scrollRef={scroller} itemSize={ROW_PX} {...(active >= 0 && { keepMounted: [active] })}>
            {row}
          </Virtualizer>
        ) : (
          items.map(row)
        )}
      </ComboboxList>
    </>
  )
}

/** Pure: returns for each item its place among the options, or -1 for a heading. */
function placesOf(items: readonly ModelRowItem[]): readonly number[] {
  let next = 0
  return items.map(({ kind }) => (kind === 'heading' ? -1 : next++))
}

function Heading({ section }: { readonly section: ModelSection }) {
  return (
    <div role="presentation" className="flex items-center gap-2 px-2 pt-2 pb-1 text-12 font-label text-text-2">
      {section.of === 'recent' ? (
        t('models.recent')
      ) : (
        <>
          <LetterTile name={section.name} size={16} />
          <span translate="no" className="cut">
            {section.name}
          </span>
          {section.onThisComputer && (
            <span className="flex shrink-0 items-center gap-1 font-text text-text-3">
              <Monitor size={12} strokeWidth={1.75} aria-hidden="true" /> {t('models.onIt')}
            </span>
          )}
        </>
      )}
    </div>
  )
}

type Option = ComboboxOptionState & { readonly place: { readonly index: number; readonly of: number } }

function None({ option, isChosen }: { readonly option: Option; readonly isChosen: boolean }) {
  return (
    <ComboboxOption {...option} className="mt-1 flex gap-2 border-t border-line">
      <Chosen is={isChosen} />
      {t('models.none')}
    </ComboboxOption>
  )
}

interface RowProps {
  readonly entry: ModelEntry
  readonly providerNamed: boolean
  readonly option: Option
  readonly isChosen: boolean
  readonly onStar: (entry: ModelEntry) => void
}

function Row({ entry, providerNamed, option, isChosen, onStar }: RowProps) {
  const { name, provider, facts, forbidden, gone, favourite } = entry
  const note = forbidden ? t('models.forbidden') : gone ? t('models.gone') : providerNamed ? undefined : provider
  return (
    <div role="presentation" className="relative flex items-center">
      <ComboboxOption {...option} className={classNames(columns, 'pe-8', (forbidden || gone) && 'text-text-3')}>
        <Chosen is={isChosen} />
        <span className="flex min-w-0 items-baseline gap-2 max-medium:col-span-6">
          <span translate="no" className="cut font-label">
            {name}
          </span>
          <span className="sr-only">, {describe(entry)}</span>
          {note !== undefined && (
            <span aria-hidden="true" className="cut shrink-0 text-12 text-text-3">
              {note}
            </span>
          )}
        </span>
        <Can does={facts.sees} />
        <Can does={facts.thinks} />
        <Can does={facts.tools} />
        <span
          aria-hidden="true"
          className={classNames(fact, 'num text-end text-12', isShortContext(facts.context) ? 'font-label text-ask-text' : 'text-text-2')}
        >
          {facts.context !== undefined && formatContext(facts.context)}
        </span>
        <span aria-hidden="true" className={classNames(fact, 'num text-end text-12 text-text-2')}>
          {priceOf(entry)}
        </span>
      </ComboboxOption>
      {/* For the pointer. With the keyboard, the button below the list does the same. */}
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        disabled={gone}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onStar(entry)}
        className={classNames(
          'absolute end-1 grid size-6 place-items-center rounded-2 hover:bg-hover',
          favourite ? 'text-text' : 'text-text-3',
        )}
      >
        <Star size={13} strokeWidth={1.75} {...(favourite && { fill: 'currentColor' })} />
      </button>
    </div>
  )
}

function Chosen({ is }: { readonly is: boolean }) {
  return <span className="w-3.5 shrink-0">{is && <Check size={14} strokeWidth={2} aria-hidden="true" />}</span>
}

function Can({ does }: { readonly does: boolean | undefined }) {
  return (
    <span aria-hidden="true" className={classNames(fact, 'grid place-items-center text-text-3')}>
      {does === true && <Check size={13} strokeWidth={2} className="text-text-2" />}
      {does === false && '–'}
    </span>
  )
}

function priceOf({ facts, onThisComputer }: ModelEntry): string | undefined {
  if (onThisComputer) return t('models.noPrice')
  return facts.price && `${dollars(facts.price.input)} · ${dollars(facts.price.output)}`
}

const dollars = (price: ModelPrice['input']): string =>
  translator().number(price, { minimumFractionDigits: 2, maximumFractionDigits: price < 0.1 ? 3 : 2 })

/** Pure: says in words what the row shows in columns. */
function describe(entry: ModelEntry): string {
  const { facts, forbidden, gone } = entry
  const words = [
    entry.provider,
    forbidden && t('models.forbidden'),
    gone && t('models.gone'),
    facts.sees === true && t('models.can.see'),
    facts.thinks === true && t('models.can.think'),
    facts.tools === true && t('models.can.callTools'),
    facts.tools === false && t('models.can.callNoTools'),
    facts.context !== undefined && t('models.can.read', { tokens: formatContext(facts.context) }),
    facts.price && t('models.can.cost', { input: dollars(facts.price.input), output: dollars(facts.price.output) }),
  ]
  return translator().list(
    words.filter((word) => typeof word === 'string'),
    'unit',
  )
}
