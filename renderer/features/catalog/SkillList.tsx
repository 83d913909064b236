import { GraduationCap } from 'lucide-react'
import { t } from '../../i18n/t'
import type { Skill } from '../../../shared/domain/catalog'
import type { ServerId } from '../../../shared/domain/ids'
import { SafeName } from '../../ui/SafeName'
import { ServerQuoteLine } from '../../ui/ServerQuoteLine'
import { AttachButton } from './AttachButton'

/** The skills of a server. A skill contains instructions for a kind of work, which a person gives to the model with a message. */
export function SkillList({ serverId, skills }: { readonly serverId: ServerId; readonly skills: readonly Skill[] }) {
  if (skills.length === 0) return null
  return (
    <section aria-label={t('catalog.skills')} className="grid grid-cols-[minmax(0,1fr)] gap-2 pt-2">
      <h3 className="text-14 font-title">{t('catalog.skills')}</h3>
      <ul aria-label={t('catalog.skills')} className="divide-y divide-line overflow-hidden rounded-3 border border-line bg-raised">
        {skills.map((skill) => (
          <li key={skill.name} className="flex items-center gap-3 px-4 py-2">
            <GraduationCap size={15} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-text-3" />
            <div className="min-w-0 grow">
              <div translate="no" className="mono breakable font-label">
                <SafeName name={skill.name} />
              </div>
              {skill.description !== undefined && <ServerQuoteLine className="mt-[0.1875rem]" text={skill.description} />}
            </div>
            <span className="num shrink-0 text-12 text-text-2 max-medium:hidden">
              {t('catalog.count.files', { count: skill.files.length })}
            </span>
            {skill.files[0] && (
              <AttachButton size="small" what={{ source: 'skill', serverId, uri: skill.files[0].uri, name: skill.name }} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
