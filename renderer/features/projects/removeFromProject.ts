import type { Project } from '../../../shared/domain/projects/project'
import type { AttachedFile } from '../../../shared/files/attachedFile'
import { plainText } from '../../../shared/lib/unsafeCharacters'
import { t } from '../../i18n/t'
import { callHost } from '../../rpc/callHost'
import { offerUndo } from '../../state/undoStore'
import { attempt } from '../../widgets/conversations/conversationListActions'

/** Takes a file out of a project, with an undo that puts it back to its place. */
export function removeFile({ id: projectId, name, files }: Project, file: AttachedFile): void {
  const at = files.findIndex(({ sha256 }) => sha256 === file.sha256)
  attempt(async () => {
    await callHost('projects.detach', { projectId, sha256: file.sha256 })
    offerUndo(t('projects.files.removed', { file: plainText(file.name), project: name }), () =>
      attempt(() => callHost('projects.attach', { projectId, files: [{ sha256: file.sha256, name: file.name }], at })),
    )
  })
}

/** Takes a folder out of a project, with an undo that puts it back to its place: the first one is what instructions name. */
export function removeFolder({ id: projectId, name, folders = [] }: Project, folder: string): void {
  const at = folders.indexOf(folder)
  attempt(async () => {
    await callHost('projects.change', { projectId, change: { folders: { remove: [folder] } } })
    offerUndo(t('projects.folders.removed', { folder: plainText(folder), project: name }), () =>
      attempt(() => callHost('projects.change', { projectId, change: { folders: { add: [folder], at } } })),
    )
  })
}
