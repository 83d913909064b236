import { Layers } from 'lucide-react'
import { t } from '../../i18n/t'
import type { SwitchSource } from './serverSwitchRows'

/** Says that a value is that of the project. */
export function FromProject({ name }: { readonly name: string }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 text-12 text-text-3">
      <Layers size={12} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <span className="cut">{t('projects.from', { project: name })}</span>
    </span>
  )
}

/** Says that nobody set a value, and what counts then. */
export function Standard({ children }: { readonly children: string }) {
  return <span className="text-12 text-text-3">{children}</span>
}

export interface OwnValueProps {
  readonly what: 'changed' | 'added' | 'turnedOn' | 'turnedOff'
}

/** Says that a value is the conversation's own. */
export function OwnValue({ what }: OwnValueProps) {
  return <span className="shrink-0 text-12 whitespace-nowrap text-accent">{t(`projects.own.${what}`)}</span>
}

export interface SwitchSourceMarkProps {
  /** Whose switch it is. */
  readonly of: 'project' | 'conversation'
  readonly source: SwitchSource
  readonly on: boolean
  readonly projectName: string | undefined
}

/** Says who turned something on or off. On the page of a project all is its own, so nothing is said there. */
export function SwitchSourceMark({ of, source, on, projectName }: SwitchSourceMarkProps) {
  if (of === 'project') return null
  if (source === 'own') return <OwnValue what={on ? 'turnedOn' : 'turnedOff'} />
  return source === 'project' && projectName !== undefined ? <FromProject name={projectName} /> : null
}
