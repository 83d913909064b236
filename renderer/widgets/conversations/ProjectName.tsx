import { Layers } from 'lucide-react'
import { t } from '../../i18n/t'
import { SafeText } from '../../ui/SafeText'

/** Names the project of a conversation beside its title, with the mark of projects. */
export function ProjectName({ name }: { readonly name: string }) {
  return (
    <span className="inline-flex max-w-40 min-w-0 shrink-0 items-baseline gap-1 text-12 text-text-3">
      <Layers size={12} strokeWidth={1.75} aria-hidden="true" className="shrink-0 self-center" />
      <span className="sr-only">{t('projects.project')} </span>
      <bdi translate="no" className="cut">
        <SafeText text={name} />
      </bdi>
    </span>
  )
}
