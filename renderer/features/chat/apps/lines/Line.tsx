import type { ReactNode } from 'react'
import { classNames } from '../../../../ui/classNames'
import { SafeText } from '../../../../ui/SafeText'
import { StatusIcon, type StatusShape } from '../../../../ui/StatusIcon'

export interface LineProps {
  readonly shape: StatusShape
  readonly children: ReactNode
  readonly actions?: ReactNode
}

/** One line under an app, in Parley's words. One that waits for the person is amber. */
export function Line({ shape, children, actions }: LineProps) {
  return (
    <div
      className={classNames(
        'flex min-h-[2.125rem] flex-wrap items-center gap-2 border-t border-line py-1 ps-[0.6875rem] pe-2',
        shape === 'ask' && 'bg-ask-soft',
      )}
    >
      <StatusIcon shape={shape} />
      <span role="status" className="breakable min-w-0 grow basis-60">
        {children}
      </span>
      {actions}
    </div>
  )
}

/** A name that a stranger chose, inside a sentence of Parley's. */
export function Data({ children }: { readonly children: string }) {
  return (
    <span translate="no" className="mono breakable font-label text-text">
      <SafeText text={children} />
    </span>
  )
}
