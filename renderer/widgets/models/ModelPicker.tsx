import { ChevronsUpDown, Layers, Undo2 } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useId, useRef, useState } from 'react'
import type { ModelChoice } from '../../../shared/domain/chat'
import type { ModelRef } from '../../../shared/domain/ids'
import { modelName } from '../../../shared/domain/models/modelName'
import { t } from '../../i18n/t'
import { useTopic } from '../../rpc/useTopic'
import { Button } from '../../ui/Button'
import { classNames } from '../../ui/classNames'
import { FromProject } from '../chatSettings/SettingSource'
import { ModelList } from './ModelList'

/** What counts as long as nothing is chosen: the model of a project. */
export interface InheritedModel {
  readonly model: ModelRef
  readonly projectName: string
  /** Chooses nothing. */
  readonly onInherit: () => void
}

export interface ModelPickerProps {
  readonly choice: ModelChoice | undefined
  readonly onChoice: (choice: ModelRef | 'none') => void
  readonly inherited?: InheritedModel | undefined
  /** Its accessible name. */
  readonly label?: string
  /** Whether "No model" is a choice. */
  readonly offersNone?: boolean
  readonly look?: 'bare' | 'field'
  /** Takes the focus after a choice. By default, the button gets it back. */
  readonly onClosedAfterChoice?: () => void
  /** Opens and closes it from outside. */
  readonly opening?: { readonly open: boolean; readonly onOpen: (open: boolean) => void }
}

/** Chooses a model from those of all providers. Closed, it shows the chosen one. */
export function ModelPicker(props: ModelPickerProps) {
  const { choice, onChoice, label = t('models.model'), offersNone = false, look = 'bare', opening, onClosedAfterChoice, inherited } = props
  const chose = useRef(false)
  const standard = useTopic('models', (models) => models.default)
  const [ownOpen, setOwnOpen] = useState(false)
  const listId = useId()
  const { open, onOpen } = opening ?? { open: ownOpen, onOpen: setOwnOpen }
  const isInherited = choice === 'default' && inherited !== undefined
  const value = choice === 'default' ? (inherited?.model ?? standard) : choice
  return (
    <Popover.Root open={open} onOpenChange={onOpen}>
      <Popover.Trigger
        role="combobox"
        aria-expanded={open}
        aria-controls={listId}
        aria-label={label}
        className={classNames(
          'flex h-control max-w-60 min-w-0 items-center justify-between gap-2 text-start text-13',
          look === 'field'
            ? 'field-edge w-56 px-[0.5625rem]'
            : 'rounded-2 border border-transparent px-2 font-label text-text-2 hover:bg-hover',
        )}
      >
        {value === undefined || value === 'none' ? (
          <span className="cut">{t(value === 'none' ? 'models.none' : 'models.choose')}</span>
        ) : (
          <span className="flex min-w-0 items-center gap-1.5">
            {isInherited && <Layers size={12} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-text-3" />}
            <span translate="no" className="cut">
              {modelName(value)}
            </span>
            {isInherited && <span className="sr-only">, {t('projects.from', { project: inherited.projectName })}</span>}
          </span>
        )}
        <ChevronsUpDown size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-text-3" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          id={listId}
          side="top"
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={t('models.choose')}
          onCloseAutoFocus={(event) => {
            if (!chose.current || !onClosedAfterChoice) return
            event.preventDefault()
            chose.current = false
            onClosedAfterChoice()
          }}
          className={classNames(
            'fading flex max-h-[min(30rem,var(--radix-popover-content-available-height))] w-160 max-w-[calc(100vw-1rem)] flex-col overflow-hidden rounded-3 bg-raised text-13 shadow-menu outline-none',
            look === 'field' ? 'z-(--z-inside)' : 'z-(--z-popover)',
          )}
        >
          {inherited && (
            <OfProject
              {...inherited}
              isInherited={isInherited}
              onInherit={() => {
                chose.current = true
                onOpen(false)
                inherited.onInherit()
              }}
            />
          )}
          <ModelList
            value={value}
            offersNone={offersNone}
            onChoose={(chosen) => {
              chose.current = true
              onOpen(false)
              onChoice(chosen)
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Says that the model is that of the project, or offers that. */
function OfProject({ model, projectName, isInherited, onInherit }: InheritedModel & { readonly isInherited: boolean }) {
  return (
    <div className="flex min-h-9 items-center border-b border-line bg-surface px-3 text-12">
      {isInherited ? (
        <FromProject name={projectName} />
      ) : (
        <Button look="bare" size="small" className="max-w-full" onClick={onInherit}>
          <Undo2 size={13} strokeWidth={1.75} aria-hidden="true" />
          <span className="cut">{t('projects.model.useOf', { model: modelName(model), project: projectName })}</span>
        </Button>
      )}
    </div>
  )
}
