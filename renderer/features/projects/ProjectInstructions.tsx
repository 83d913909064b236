import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { estimateTokens } from '../../../shared/context/estimateTokens'
import type { Project } from '../../../shared/domain/projects/project'
import { t } from '../../i18n/t'
import { Button } from '../../ui/Button'
import { formatTokenCount } from '../../ui/format/formatTokenCount'
import { InstructionsField } from '../../widgets/chatSettings/InstructionsField'
import { ProjectSection } from './ProjectSection'
import type { ProjectChanging } from './useProjectChange'

export interface ProjectInstructionsProps {
  readonly project: Project
  readonly onChange: ProjectChanging['change']
}

/** What the model is told in each conversation of the project. */
export function ProjectInstructions({ project: { instructions = '', folders = [] }, onChange }: ProjectInstructionsProps) {
  const [editing, setEditing] = useState(false)
  return (
    <ProjectSection
      title={t('projects.instructions')}
      end={
        <Button look="bare" size="small" onClick={() => setEditing(!editing)}>
          {!editing && <Pencil size={13} strokeWidth={1.75} aria-hidden="true" />}
          {t(editing ? 'projects.done' : 'projects.edit')}
        </Button>
      }
    >
      {editing ? (
        <InstructionsField
          autoFocus
          instructions={instructions}
          hasFolder={folders.length > 0}
          onSave={(text) => onChange({ instructions: text })}
        />
      ) : (
        <div className="rounded-3 border border-line bg-raised px-4 py-3">
          {instructions === '' ? (
            <p className="text-text-3">{t('projects.instructions.none')}</p>
          ) : (
            <>
              <p translate="no" dir="auto" className="breakable whitespace-pre-wrap">
                {instructions}
              </p>
              <p className="pt-2 text-12 text-text-3">
                {t('projects.instructions.before', { tokens: formatTokenCount(estimateTokens(instructions)) })}
              </p>
            </>
          )}
        </div>
      )}
    </ProjectSection>
  )
}
