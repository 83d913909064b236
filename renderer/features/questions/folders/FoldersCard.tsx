import { DeprecationNote } from '../../../widgets/deprecation/DeprecationNote'
import { ServerText } from '../../../i18n/ServerText'
import { Folder, Plus, X } from 'lucide-react'
import { pathFromFileUri } from '../../../../shared/lib/pathFromFileUri'
import type { FolderCheck } from '../../../../shared/domain/folderListing'
import type { FoldersDetails } from '../../../../shared/domain/question'
import { t } from '../../../i18n/t'
import { callHost } from '../../../rpc/callHost'
import { useHostQuery } from '../../../rpc/useHostQuery'
import { usePolicy } from '../../../rpc/usePolicy'
import { FolderRemark } from '../../../widgets/FolderRemark'
import { PolicyLock } from '../../../widgets/PolicyLock'
import { Button } from '../../../ui/Button'
import { Checkbox } from '../../../ui/form/Checkbox'
import { IconButton } from '../../../ui/IconButton'
import { LabelledRow } from '../../../widgets/LabelledRow'
import { SafeText } from '../../../ui/SafeText'
import { useFolderPick } from '../../../widgets/useFolderPick'
import type { CardProps } from '../cardProps'
import { QuestionCard } from '../QuestionCard'
import { useQuestionDraft, type KeptDraft } from '../useQuestionDraft'

type FoldersDraft = {
  /** `file:` URIs, or paths that the person has just chosen. */
  readonly listed: readonly string[]
  readonly chosen: readonly string[]
}

/** "Folders for SERVER": chooses the folders that the server is told about. */
export function FoldersCard({ details, ...place }: CardProps<FoldersDetails>) {
  const { added = [] } = details
  const [draft, setDraft] = useQuestionDraft<FoldersDraft>(place.question, (kept) => readDraft(details, kept))
  const server = place.question.asker.serverId
  const { fixedFolders, locks } = usePolicy()
  const fixed = fixedFolders[server]
  const { data: checks = [] } = useHostQuery(
    'folders.check',
    { serverId: server, folders: [...draft.listed, ...added] },
    { version: locks.folders },
  )
  const isForbidden = (root: string): boolean => checks.some(({ folder, forbidden }) => folder === root && forbidden !== undefined)
  const chosen = draft.chosen.filter((root) => !isForbidden(root))
  const add = (path: string, tick: boolean): void => {
    const known = draft.listed.find((each) => pathFromFileUri(each) === path) ?? path
    setDraft({
      listed: draft.listed.includes(known) ? draft.listed : [...draft.listed, known],
      chosen: !tick || draft.chosen.includes(known) ? draft.chosen : [...draft.chosen, known],
    })
  }
  // What is rarely meant to be shared is listed with its remark, and shared only once the person ticks it. What a policy forbids is listed
  // with the reason, and cannot be ticked.
  const folder = useFolderPick((path) => {
    void callHost('folders.check', { serverId: server, folders: [path] }).then(
      ([check]) => add(path, check !== undefined && !check.risk && !check.forbidden),
      () => add(path, false),
    )
  })
  return (
    <>
      <QuestionCard
        {...place}
        aside={folder.open}
        title={t('questions.folders.title', { server })}
        answers={{
          refuse: { word: t('questions.folders.shareNothing'), answer: { kind: 'folders', action: 'shareNothing' } },
          note: <ServerText id="questions.folders.told" server={server} />,
          allow: {
            word: t('questions.folders.share'),
            answer: chosen.length > 0 || added.length > 0 ? { kind: 'folders', action: 'share', roots: chosen } : undefined,
          },
        }}
      >
        <LabelledRow label={t('questions.why')}>
          <span className="font-label">
            <ServerText id="questions.folders.wants" server={server} />
          </span>{' '}
          <span className="text-text-2">{t('questions.folders.noFence')}</span>
          <DeprecationNote feature="roots" />
          <PolicyLock part="folders" {...(fixed && { narrowing: fixed })} />
        </LabelledRow>
        <LabelledRow>
          <div className="flex items-center justify-between pb-2">
            <span className="text-12 font-label">
              {draft.listed.length === 0
                ? t('questions.folders.none')
                : t('questions.folders.chosen', { chosen: chosen.length, all: draft.listed.length })}
            </span>
            <Button size="small" onClick={folder.pick}>
              <Plus size={13} strokeWidth={1.75} aria-hidden="true" />
              {t('questions.folders.add')}
            </Button>
          </div>
          {draft.listed.length > 0 && (
            <ul aria-label={t('questions.kind.folders')} className="rounded-3 border border-line">
              {draft.listed.map((root) => (
                <FolderLine key={root} root={root} check={checks.find((one) => one.folder === root)} draft={draft} onDraft={setDraft} />
              ))}
            </ul>
          )}
        </LabelledRow>
        {added.length > 0 && (
          <LabelledRow label={t('questions.folders.added')}>
            <ul aria-label={t('questions.folders.added')}>
              {added.map((root) => (
                <li key={root} className="py-1">
                  <span className="mono breakable">
                    <SafeText text={pathFromFileUri(root)} />
                  </span>
                  <FolderRemark check={checks.find((one) => one.folder === root)} />
                </li>
              ))}
            </ul>
            <span className="text-text-2">{t('questions.folders.added.text')}</span>
          </LabelledRow>
        )}
      </QuestionCard>
      {folder.dialog}
    </>
  )
}

function FolderLine({
  root,
  check,
  draft,
  onDraft,
}: {
  readonly root: string
  readonly check: FolderCheck | undefined
  readonly draft: FoldersDraft
  readonly onDraft: (draft: FoldersDraft) => void
}) {
  const path = pathFromFileUri(root)
  const without = (list: readonly string[]): readonly string[] => list.filter((each) => each !== root)
  return (
    <li className="flex items-center gap-3 border-line px-4 py-2 not-first:border-t">
      <Checkbox
        data
        label={path}
        labelHidden
        checked={draft.chosen.includes(root) && !check?.forbidden}
        disabled={check?.forbidden !== undefined}
        onChecked={(on) => onDraft({ ...draft, chosen: on ? [...draft.chosen, root] : without(draft.chosen) })}
      />
      <Folder size={15} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-text-3" />
      <span className="grow">
        <span className="mono breakable">
          <SafeText text={path} />
        </span>
        <FolderRemark check={check} />
      </span>
      <IconButton
        size="small"
        label={t('questions.folders.remove')}
        icon={<X size={14} strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => onDraft({ listed: without(draft.listed), chosen: without(draft.chosen) })}
      />
    </li>
  )
}

function readDraft({ current }: FoldersDetails, kept: KeptDraft): FoldersDraft {
  return { listed: texts(kept['listed']) ?? current, chosen: texts(kept['chosen']) ?? current }
}

function texts(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : undefined
}
