import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

/** The content of one tab. It is mounted only while its tab is selected. */
export function TabPanel({ value, children }: { readonly value: string; readonly children: ReactNode }) {
  return (
    <Radix.Content value={value} tabIndex={-1} className="pt-3.5 outline-none">
      {children}
    </Radix.Content>
  )
}
