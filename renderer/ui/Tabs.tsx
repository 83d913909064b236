import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { translator } from '../i18n/t'

export interface TabsProps<V extends string> {
  /** The name of the tab list: "What Files offers". */
  readonly label: string
  readonly tabs: readonly { readonly value: V; readonly label: string; readonly count?: number | undefined }[]
  readonly value: V
  readonly onValue: (value: V) => void
  /** TabPanel elements. */
  readonly children: ReactNode
}

/** The parts of one subject, one at a time. */
export function Tabs<V extends string>({ label, tabs, value, onValue, children }: TabsProps<V>) {
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => {
        const tab = tabs.find((candidate) => candidate.value === next)
        if (tab) onValue(tab.value)
      }}
    >
      <Radix.List aria-label={label} className="flex flex-wrap gap-x-5 border-b border-line">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="shrink-0 border-b-2 border-transparent pt-2 pb-[0.5625rem] font-label text-text-2 -outline-offset-2 hover:text-text data-[state=active]:border-text data-[state=active]:text-text"
          >
            {tab.label}
            {tab.count !== undefined && <span className="num ms-1 text-text-3">{translator().number(tab.count)}</span>}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {children}
    </Radix.Root>
  )
}
