import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { ProviderView } from '../../../../shared/domain/models/modelProvider'
import { callHost } from '../../../rpc/callHost'
import { useTopic } from '../../../rpc/useTopic'
import { ProviderRow } from './ProviderRow'
import { troubledFirst } from './classifyProviderTrouble'

export interface ProviderListProps {
  readonly providers: readonly ProviderView[]
  /** What stands above them, and what stands there if there are none. */
  readonly children: ReactNode
}

/** The model providers, those with trouble first. While somebody does something in the list, no row moves away. */
export function ProviderList({ providers, children }: ProviderListProps) {
  const statuses = useTopic('models.statuses') ?? {}
  const list = useRef<HTMLDivElement>(null)
  const [held, setHeld] = useState<readonly string[]>()
  useEffect(() => {
    // Whether a model server on this computer runs can change at any time. The host asks at most twice a minute.
    callHost('models.refreshLocal', {}).catch(() => undefined)
  }, [])
  useEffect(() => {
    if (held === undefined) return undefined
    // A button that is disabled or goes away loses the focus without a word, so the list hears of what is outside of it instead.
    const release = ({ target }: Event): void => {
      if (!(target instanceof Node && list.current?.contains(target))) setHeld(undefined)
    }
    document.addEventListener('focusin', release)
    document.addEventListener('pointerdown', release)
    return () => {
      document.removeEventListener('focusin', release)
      document.removeEventListener('pointerdown', release)
    }
  }, [held])
  const ordered = troubledFirst(providers, statuses)
  const shown = held === undefined ? ordered : inOrder(ordered, held)
  return (
    <div
      ref={list}
      className="divide-y divide-line rounded-3 border border-line bg-raised"
      onFocus={() => setHeld((before) => before ?? ordered.map(({ id }) => id))}
    >
      {children}
      {shown.map((provider) => (
        <ProviderRow key={provider.id} provider={provider} status={statuses[provider.id]} />
      ))}
    </div>
  )
}

/** Pure: returns the providers in this order of ids, new ones last. */
function inOrder(providers: readonly ProviderView[], ids: readonly string[]): readonly ProviderView[] {
  const place = ({ id }: ProviderView): number => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return providers.toSorted((one, other) => place(one) - place(other))
}
