import * as z from 'zod'
import type { ConversationId, FileHash, ProjectId, ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { MOST_FILES, type AttachedFile, type FileTotal } from '../../shared/files/attachedFile'
import { isMessage, type Message } from '../../shared/i18n/message'
import type { FileReference } from '../../shared/rpc/files'
import { json, ownText } from '../storage/columnSchemas'
import type { Database, Row } from '../storage/database'

const FileRow = z.object({
  sha256: ownText<FileHash>(),
  bytes: z.number(),
  type: z.string(),
  name: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  pages: z.number().nullable(),
  hasText: z.number(),
  cut: z.number(),
  problem: json(z.custom<Message>(isMessage)).nullable(),
})
const TextRow = z.object({ text: z.string().nullable() })
const HashRow = z.object({ sha256: ownText<FileHash>() })
const ServersRow = z.object({ sha256: ownText<FileHash>(), servers: json(z.array(ownText<ServerId>())).nullable() })
const ProjectRow = z.object({ project: ownText<ProjectId>() })
const SizedRow = HashRow.extend({ bytes: z.number() })
type SizedFile = z.infer<typeof SizedRow>
const TotalRow = z.object({ count: z.number(), bytes: z.number() })

const COLUMNS = 'sha256, bytes, type, name, width, height, pages, text IS NOT NULL AS hasText, cut, problem'

/** No unsent message, no queued one and no project has it. */
const NOT_WAITING = `NOT EXISTS (SELECT 1 FROM draft_file WHERE draft_file.file = file.sha256)
  AND NOT EXISTS (SELECT 1 FROM queue_file WHERE queue_file.file = file.sha256)
  AND NOT EXISTS (SELECT 1 FROM project_file WHERE project_file.file = file.sha256)`

const TOTAL = 'count(*) AS count, coalesce(sum(bytes), 0) AS bytes'

/** Which rows were attached last before the time `?1`. What an unsent or queued message or a project has is not among them. */
const ATTACHED_BEFORE = `created < ?1 AND ${NOT_WAITING}
  AND NOT EXISTS (SELECT 1 FROM message_file JOIN message ON message.id = message_file.message
    WHERE message_file.file = file.sha256 AND message.created >= ?1)`

/** Which rows of `file` nothing refers to. */
export const UNREFERENCED = `NOT EXISTS (SELECT 1 FROM message_file WHERE message_file.file = file.sha256) AND ${NOT_WAITING}`

/** The text that was taken out of a file, if there is any, and what else was found out about it. */
export interface ExtractedText {
  readonly text?: string
  /** Set when it is only the beginning. */
  readonly cut?: true
  readonly pages?: number
  /** Why there is no text, as a sentence. */
  readonly problem?: Message
}

/** The tables of attached files. Triggers of the database fill `message_file` and `queue_file` with what a message has when it is written. */
export class FileTable {
  readonly #db: Database

  constructor(database: Database) {
    this.#db = database
  }

  find(sha256: FileHash): AttachedFile | undefined {
    const row = this.#db.get(`SELECT ${COLUMNS} FROM file WHERE sha256 = ?`, sha256)
    return row && fileOf(row)
  }

  /** Adds a file, unless its content is known already. */
  add(file: Omit<AttachedFile, 'text' | 'problem'>, { text, cut, pages, problem }: ExtractedText, created: number): void {
    this.#db.run(
      `INSERT INTO file (sha256, bytes, type, name, created, width, height, pages, cut, problem, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (sha256) DO NOTHING`,
      file.sha256,
      file.bytes,
      file.type,
      file.name,
      created,
      file.width ?? null,
      file.height ?? null,
      pages ?? null,
      cut ? 1 : 0,
      problem === undefined ? null : JSON.stringify(problem),
      text ?? null,
    )
  }

  /** Returns the text that was taken out of a file. Undefined if there is none. */
  text(sha256: FileHash): string | undefined {
    const row = this.#db.get('SELECT text FROM file WHERE sha256 = ?', sha256)
    return row && (TextRow.parse(row).text ?? undefined)
  }

  /** Returns the servers that brought something into the conversation that a file was made of. None for any other file. */
  servers(sha256: FileHash): readonly ServerId[] {
    const row = this.#db.get('SELECT sha256, servers FROM file WHERE sha256 = ?', sha256)
    return row ? (ServersRow.parse(row).servers ?? []) : []
  }

  /** Adds servers to those of a file. None is taken away: the same text may come from two conversations. */
  addServers(sha256: FileHash, servers: readonly ServerId[]): void {
    const all = [...new Set([...this.servers(sha256), ...servers])]
    if (all.length > 0) this.#db.run('UPDATE file SET servers = ? WHERE sha256 = ?', JSON.stringify(all), sha256)
  }

  renameServer(from: ServerId, to: ServerId): void {
    for (const row of this.#db.all('SELECT sha256, servers FROM file WHERE servers IS NOT NULL')) {
      const { sha256, servers } = ServersRow.parse(row)
      if (!servers?.includes(from)) continue
      const renamed = servers.map((server) => (server === from ? to : server))
      this.#db.run('UPDATE file SET servers = ? WHERE sha256 = ?', JSON.stringify(renamed), sha256)
    }
  }

  /** The files that messages have, except in removed conversations. The latest ones first. */
  inMessages(most: number): readonly AttachedFile[] {
    const rows = this.#db.all(
      `SELECT ${COLUMNS} FROM file WHERE EXISTS (
         SELECT 1 FROM message_file JOIN message ON message.id = message_file.message
         JOIN conversation ON conversation.id = message.conversation
         WHERE message_file.file = file.sha256 AND conversation.removed IS NULL)
       ORDER BY created DESC, sha256 LIMIT ?`,
      most,
    )
    return rows.map(fileOf)
  }

  /** Sets which files an unsent message has, in their order. What is not known is left out. */
  setDraft(conversationId: ConversationId, files: readonly FileReference[]): void {
    this.#db.transaction(() => {
      this.#db.run('DELETE FROM draft_file WHERE conversation = ?', conversationId)
      for (const [position, { sha256, name }] of files.entries()) {
        this.#db.run(
          `INSERT INTO draft_file (conversation, position, file, name)
           SELECT conversation.id, ?, file.sha256, ? FROM conversation, file WHERE conversation.id = ? AND file.sha256 = ?`,
          position,
          name,
          conversationId,
          sha256,
        )
      }
    })
  }

  /**
   * Adds files to an unsent message, after those that it has.
   * @throws {AppError} INVALID_INPUT when they would be too many.
   */
  addToDraft(conversationId: ConversationId, files: readonly FileReference[]): void {
    if (files.length === 0) return
    const all = [...this.ofDraft(conversationId), ...files]
    if (all.length > MOST_FILES) throw new AppError('INVALID_INPUT', { reason: 'files.tooMany', params: { most: MOST_FILES } })
    this.setDraft(conversationId, all)
  }

  /** Takes files out of an unsent message, each as often as it is named. */
  takeFromDraft(conversationId: ConversationId, taken: readonly FileReference[]): void {
    if (taken.length === 0) return
    const left = [...this.ofDraft(conversationId)]
    for (const { sha256 } of taken) {
      const index = left.findIndex((file) => file.sha256 === sha256)
      if (index >= 0) left.splice(index, 1)
    }
    this.setDraft(conversationId, left)
  }

  ofDraft(conversationId: ConversationId): readonly AttachedFile[] {
    const rows = this.#db.all(
      `SELECT ${COLUMNS.replace(' name,', ' draft_file.name AS name,')} FROM draft_file JOIN file ON file.sha256 = draft_file.file
       WHERE draft_file.conversation = ? ORDER BY position`,
      conversationId,
    )
    return rows.map(fileOf)
  }

  /** Sets which files a project has, in their order. What is not known is left out. */
  setOfProject(projectId: ProjectId, files: readonly FileReference[]): void {
    this.#db.transaction(() => {
      this.#db.run('DELETE FROM project_file WHERE project = ?', projectId)
      for (const [position, { sha256, name }] of files.entries()) {
        this.#db.run(
          `INSERT INTO project_file (project, position, file, name)
           SELECT project.id, ?, file.sha256, ? FROM project, file WHERE project.id = ? AND file.sha256 = ?`,
          position,
          name,
          projectId,
          sha256,
        )
      }
    })
  }

  /** The files of a project in their order, or of each project. */
  ofProjects(projectId?: ProjectId): ReadonlyMap<ProjectId, readonly AttachedFile[]> {
    const rows = this.#db.all(
      `SELECT project, ${COLUMNS.replace(' name,', ' project_file.name AS name,')} FROM project_file
       JOIN file ON file.sha256 = project_file.file WHERE ?1 IS NULL OR project = ?1 ORDER BY project, position`,
      projectId ?? null,
    )
    const files = new Map<ProjectId, AttachedFile[]>()
    for (const row of rows) {
      const { project } = ProjectRow.parse(row)
      const before = files.get(project)
      if (before) before.push(fileOf(row))
      else files.set(project, [fileOf(row)])
    }
    return files
  }

  /** The files that no message, no draft, no queued message and no project has any more. */
  unreferenced(): readonly FileHash[] {
    const rows = this.#db.all(`SELECT sha256 FROM file WHERE ${UNREFERENCED}`)
    return rows.map((row) => HashRow.parse(row).sha256)
  }

  /** Some of the files that were attached last before a time, in milliseconds. */
  attachedBefore(time: number, most: number): readonly SizedFile[] {
    const rows = this.#db.all(`SELECT sha256, bytes FROM file WHERE ${ATTACHED_BEFORE} LIMIT ?2`, time, most)
    return rows.map((row) => SizedRow.parse(row))
  }

  totalBefore(time: number): FileTotal {
    return TotalRow.parse(this.#db.get(`SELECT ${TOTAL} FROM file WHERE ${ATTACHED_BEFORE}`, time))
  }

  total(): FileTotal {
    return TotalRow.parse(this.#db.get(`SELECT ${TOTAL} FROM file`))
  }

  /** Removes files with every reference to them. Messages keep their names. */
  remove(files: readonly FileHash[]): void {
    this.#db.erase(() => {
      for (const sha256 of files) {
        this.#db.run('DELETE FROM message_file WHERE file = ?', sha256)
        this.#db.run('DELETE FROM draft_file WHERE file = ?', sha256)
        this.#db.run('DELETE FROM queue_file WHERE file = ?', sha256)
        this.#db.run('DELETE FROM project_file WHERE file = ?', sha256)
        this.#db.run('DELETE FROM file WHERE sha256 = ?', sha256)
      }
    })
  }
}

function fileOf(row: Row): AttachedFile {
  const { hasText, cut, width, height, pages, problem, ...file } = FileRow.parse(row)
  return {
    ...file,
    ...(width !== null && { width }),
    ...(height !== null && { height }),
    ...(pages !== null && { pages }),
    ...(problem !== null && { problem }),
    text: hasText === 0 ? 'none' : cut === 0 ? 'whole' : 'beginning',
  }
}
