import { create } from 'zustand'
import type { ConversationSummary } from '../../../../shared/domain/chat'
import type { ConversationId } from '../../../../shared/domain/ids'
import { AppError } from '../../../../shared/errors/appError'
import { MOST_FILES, type AttachedFile } from '../../../../shared/files/attachedFile'
import { callHost } from '../../../rpc/callHost'
import { uploadFile } from '../../../widgets/files/uploadFile'

/** A conversation, the new chat, which is not a conversation yet, or one that the person has left before it was one. */
export type DraftPlace = ConversationId | 'new' | `left ${string}`

/** A file of the message that is being written. */
export type DraftFile = { readonly key: string; readonly name: string; readonly bytes: number } &
  /** `part` is absent while the host makes the file. */
  (
    | { readonly phase: 'uploading'; readonly part?: number; readonly stop: AbortController }
    | { readonly phase: 'ready'; readonly file: AttachedFile }
    | { readonly phase: 'failed'; readonly error: AppError }
  )

interface DraftFiles {
  readonly places: ReadonlyMap<DraftPlace, readonly DraftFile[]>
}

/** The files of unsent messages. The host keeps those that it has, so that they are there after a restart. */
export const useDraftFiles = create<DraftFiles>(() => ({ places: new Map() }))

const none: readonly DraftFile[] = []

export const filesAt = ({ places }: DraftFiles, place: DraftPlace): readonly DraftFile[] => places.get(place) ?? none

/** Whether files of an unsent message are on their way. */
export const isUploadingAt = (place: DraftPlace): boolean =>
  filesAt(useDraftFiles.getState(), place).some(({ phase }) => phase === 'uploading')

function change(place: DraftPlace, how: (files: readonly DraftFile[]) => readonly DraftFile[]): void {
  useDraftFiles.setState((state) => ({ places: new Map(state.places).set(place, how(filesAt(state, place))) }))
}

/** Changes a file wherever it is: a new chat may have become a conversation since it was attached. Without `next`, removes it. */
function replaceFile(key: string, next?: DraftFile): void {
  useDraftFiles.setState(({ places }) => ({
    places: new Map([...places].map(([place, files]) => [place, files.flatMap((one) => (one.key === key ? (next ?? []) : one))] as const)),
  }))
}

/** Shows the files that the host has kept for a conversation, unless they are known. */
export async function loadDraftFiles(conversationId: ConversationId): Promise<void> {
  if (useDraftFiles.getState().places.has(conversationId)) return
  const kept = await callHost('files.ofDraft', { conversationId })
  if (useDraftFiles.getState().places.has(conversationId)) return
  change(conversationId, () => kept.map(readyFile))
}

/** Shows files of a project in a new chat, which the host attaches to the conversation that it becomes. Returns their keys. */
export function addProjectFiles(files: readonly AttachedFile[]): ReadonlyMap<AttachedFile['sha256'], string> {
  if (files.length === 0) return new Map()
  const added = files.map((file) => ({ sha256: file.sha256, draft: readyFile(file) }))
  change('new', (before) => [...before, ...added.map(({ draft }) => draft)])
  return new Map(added.map(({ sha256, draft }) => [sha256, draft.key]))
}

/** Shows files that the host has added to the unsent message. */
export async function addKeptFiles(conversationId: ConversationId, kept: readonly AttachedFile[]): Promise<void> {
  // Those of a message that was sent are forgotten: then the host has all that there are.
  if (!useDraftFiles.getState().places.has(conversationId)) return await loadDraftFiles(conversationId)
  change(conversationId, (files) => [...files, ...kept.map(readyFile)])
  // The host may have heard of another change of the list meanwhile.
  await keepDraftFiles(conversationId)
}

function readyFile(file: AttachedFile): DraftFile {
  return { key: crypto.randomUUID(), name: file.name, bytes: file.bytes, phase: 'ready', file }
}

/**
 * Attaches files to the message that is being written, one after the other.
 * @param onChange Called when the files that are there have changed, to keep them.
 * @param onLost Called with a file that could not be attached, if somebody wants it otherwise. Returns whether it was taken.
 */
export async function addFiles(
  place: DraftPlace,
  files: readonly File[],
  { onChange, onLost }: { readonly onChange: () => void; readonly onLost?: (file: File) => boolean },
): Promise<void> {
  const room = Math.max(0, MOST_FILES - filesAt(useDraftFiles.getState(), place).length)
  // Of all that do not fit, one says so: thousands may be dropped at once.
  const hasRefused = filesAt(useDraftFiles.getState(), place).length > MOST_FILES
  const added = files
    .slice(0, hasRefused ? 0 : room + 1)
    .map((file, index) => ({ file, draft: newDraft({ name: file.name, bytes: file.size, part: 0 }, index < room) }))
  change(place, (before) => [...before, ...added.map(({ draft }) => draft)])
  for (const { file, draft } of added) {
    await bring(draft, {
      ask: (signal, onProgress) => uploadFile(file, signal, onProgress),
      onChange,
      isTaken: () => onLost?.(file) === true,
    })
  }
}

/** Attaches a file that the host has already. Attaching it twice has no effect. */
export function addKnownFile(place: DraftPlace, file: AttachedFile, onChange: () => void): void {
  const there = filesAt(useDraftFiles.getState(), place)
  if (there.some((one) => one.phase === 'ready' && one.file.sha256 === file.sha256)) return
  const fits = there.length < MOST_FILES
  change(place, (files) => [...files, fits ? readyFile(file) : newDraft(file, fits)])
  if (fits) onChange()
}

/** Attaches what was said in a conversation. The host makes a file of it. */
export async function addConversation(
  place: DraftPlace,
  { id, title }: Pick<ConversationSummary, 'id' | 'title'>,
  onChange: () => void,
): Promise<void> {
  const draft = newDraft({ name: title, bytes: 0 }, filesAt(useDraftFiles.getState(), place).length < MOST_FILES)
  change(place, (files) => [...files, draft])
  const ask = (signal: AbortSignal): Promise<AttachedFile> => callHost('files.fromConversation', { conversationId: id }, signal)
  await bring(draft, { ask, onChange, isTaken: () => false })
}

interface Bringing {
  readonly ask: (signal: AbortSignal, onProgress: (part: number) => void) => Promise<AttachedFile>
  readonly onChange: () => void
  /** Called when the file could not be attached. Returns whether somebody has taken it otherwise. */
  readonly isTaken: () => boolean
}

/** Waits until the host has a file, and shows how far it is. */
async function bring(draft: DraftFile, { ask, onChange, isTaken }: Bringing): Promise<void> {
  if (draft.phase !== 'uploading') return
  const { key, name, bytes, stop } = draft
  try {
    const file = await ask(stop.signal, (part) => replaceFile(key, { ...draft, part }))
    replaceFile(key, { key, name: file.name, bytes: file.bytes, phase: 'ready', file })
    onChange()
  } catch (thrown) {
    if (stop.signal.aborted) return
    replaceFile(key, isTaken() ? undefined : { key, name, bytes, phase: 'failed', error: AppError.from(thrown) })
  }
}

function newDraft(
  { name, bytes, part }: { readonly name: string; readonly bytes: number; readonly part?: number },
  fits: boolean,
): DraftFile {
  const what = { key: crypto.randomUUID(), name, bytes }
  if (fits) return { ...what, phase: 'uploading', ...(part !== undefined && { part }), stop: new AbortController() }
  return { ...what, phase: 'failed', error: new AppError('INVALID_INPUT', { reason: 'files.tooMany', params: { most: MOST_FILES } }) }
}

export function removeFile(place: DraftPlace, key: string): void {
  change(place, (files) => {
    const gone = files.find((file) => file.key === key)
    if (gone?.phase === 'uploading') gone.stop.abort()
    return files.filter((file) => file.key !== key)
  })
}

/** Takes the files of a message that was sent out of those of the next one. Without others, the host has all that there are. */
export function filesSent(id: ConversationId, sent: readonly DraftFile[]): void {
  const keys = new Set(sent.map(({ key }) => key))
  useDraftFiles.setState(({ places }) => {
    const rest = new Map(places)
    const left = places.get(id)?.filter(({ key }) => !keys.has(key)) ?? []
    if (left.length === 0) rest.delete(id)
    else rest.set(id, left)
    return { places: rest }
  })
}

/** Moves the files of an unsent message, also those that are on their way. Returns whether there were any. */
export function moveFiles(from: DraftPlace, to: DraftPlace): boolean {
  const { places } = useDraftFiles.getState()
  const moved = places.get(from) ?? none
  if (moved.length === 0) return false
  const rest = new Map(places)
  rest.delete(from)
  useDraftFiles.setState({ places: rest.set(to, [...(places.get(to) ?? none), ...moved]) })
  return true
}

/** Lets the host keep the files that it has of a conversation's unsent message, which may still be the new chat on the screen. */
export async function keepDraftFiles(id: ConversationId): Promise<void> {
  const state = useDraftFiles.getState()
  await callHost('files.saveDraft', { conversationId: id, files: [...readyFiles(filesAt(state, state.places.has(id) ? id : 'new'))] })
}

/** The files that the host has, as it wants to hear of them. */
export function readyFiles(files: readonly DraftFile[]): readonly Pick<AttachedFile, 'sha256' | 'name'>[] {
  return files.flatMap((one) => (one.phase === 'ready' ? [{ sha256: one.file.sha256, name: one.file.name }] : []))
}
