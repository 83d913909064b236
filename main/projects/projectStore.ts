import * as z from 'zod'
import type { ChosenAccounts } from '../../shared/domain/chat'
import { ProjectId, UndoId, type FileHash, type ModelRef, type ServerId } from '../../shared/domain/ids'
import { MOST_PROJECTS, MOST_SHARED_FOLDERS, type ChatSettings, type Project } from '../../shared/domain/projects/project'
import { AppError } from '../../shared/errors/appError'
import { MOST_FILES, type AttachedFile } from '../../shared/files/attachedFile'
import type { FileReference } from '../../shared/rpc/files'
import type { ProjectChange } from '../../shared/rpc/projects'
import type { Clock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import { json, ownObject, ownText } from '../storage/columnSchemas'
import type { Database, Row } from '../storage/database'
import { changeSettings, changeTable } from './changeSettings'
import { withRealFolders } from './realFolders'
import { forgetServerInSettings, keepKeys, keepServersInSettings, renameKey, renameServerInSettings } from './renameServerInSettings'

const ProjectRow = z.object({
  id: ownText<ProjectId>(),
  name: z.string(),
  created: z.number(),
  model: ownText<ModelRef>().nullable(),
  accounts: json(ownObject<ChosenAccounts>()),
  settings: json(ownObject<ChatSettings>()),
})

/** The part of the owner of attached files that projects need. */
export interface ProjectFiles {
  /** The files of a project, or of each project. */
  ofProjects(projectId?: ProjectId): ReadonlyMap<ProjectId, readonly AttachedFile[]>
  saveOfProject(projectId: ProjectId, files: readonly FileReference[]): void
  /** @throws {AppError} NOT_FOUND for the first one that is gone. */
  require(files: readonly FileReference[]): readonly AttachedFile[]
  readonly changes: Emitter<void>
}

export interface ProjectStoreDeps {
  readonly database: Database
  readonly files: ProjectFiles
  readonly clock: Clock
}

/** The owner of projects: what their conversations start from. */
export class ProjectStore {
  /** What a project says, or which projects there are, has changed. */
  readonly changes = new Emitter<void>()
  readonly #db: Database
  readonly #files: ProjectFiles
  readonly #clock: Clock
  readonly #removed = new Map<UndoId, ProjectId>()
  /** The folders that were taken out of each project since Parley started. One that is gone from the disk since can be put back. */
  readonly #leftFolders = new Map<ProjectId, ReadonlySet<string>>()

  constructor({ database, files, clock }: ProjectStoreDeps) {
    this.#db = database
    this.#files = files
    this.#clock = clock
    // A file that is deleted leaves its projects.
    files.changes.subscribe(() => this.changes.emit())
  }

  /** Returns the projects by their names. */
  projects(): readonly Project[] {
    const files = this.#files.ofProjects()
    return this.#db
      .all('SELECT * FROM project WHERE removed IS NULL')
      .map((row) => projectOf(row, files))
      .toSorted((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true, sensitivity: 'base' }))
  }

  /** Undefined when there is none, or it was removed. */
  find(projectId: ProjectId): Project | undefined {
    const row = this.#db.get('SELECT * FROM project WHERE id = ? AND removed IS NULL', projectId)
    return row && projectOf(row, this.#files.ofProjects(projectId))
  }

  /** @throws {AppError} NOT_FOUND */
  get(projectId: ProjectId): Project {
    const project = this.find(projectId)
    if (!project) throw new AppError('NOT_FOUND', { reason: 'projects.gone' })
    return project
  }

  /** @throws {AppError} CONFLICT when there are too many. */
  create(name: string): { projectId: ProjectId } {
    const { count } = z.object({ count: z.number() }).parse(this.#db.get('SELECT count(*) AS count FROM project WHERE removed IS NULL'))
    if (count >= MOST_PROJECTS) throw new AppError('CONFLICT', { reason: 'projects.tooMany', params: { limit: MOST_PROJECTS } })
    const projectId = ProjectId.parse(this.#clock.newId())
    this.#db.run('INSERT INTO project (id, name, created) VALUES (?, ?, ?)', projectId, name, this.#clock.now())
    this.changes.emit()
    return { projectId }
  }

  /**
   * Changes what a project says. What is absent does not change, what is null says nothing.
   * @throws {AppError} NOT_FOUND, INVALID_INPUT or DENIED, as `projects.change` says
   */
  async change(projectId: ProjectId, wanted: ProjectChange): Promise<void> {
    this.get(projectId)
    const change = await withRealFolders(wanted, this.#leftFolders.get(projectId))
    // Read anew: another change may have come while the disk was read.
    const before = this.#row(projectId)
    const settings = changeSettings(before.settings, change)
    const model = change.model === undefined ? before.model : change.model
    this.#db.run(
      'UPDATE project SET name = ?, model = ?, accounts = ?, settings = ? WHERE id = ?',
      change.name ?? before.name,
      model,
      JSON.stringify(changeTable(before.accounts, change.accounts)),
      JSON.stringify(settings),
      projectId,
    )
    this.#noteLeft(projectId, before.settings.folders, settings.folders)
    this.changes.emit()
  }

  /**
   * Removes a project. Its conversations stay, in none. `restore` brings it back until the next start.
   * @throws {AppError} NOT_FOUND
   */
  remove(projectId: ProjectId): { undoId: UndoId } {
    this.get(projectId)
    this.#db.run('UPDATE project SET removed = ? WHERE id = ?', this.#clock.now(), projectId)
    const undoId = UndoId.parse(this.#clock.newId())
    this.#removed.set(undoId, projectId)
    this.changes.emit()
    return { undoId }
  }

  /** @throws {AppError} NOT_FOUND */
  restore(undoId: UndoId): void {
    const projectId = this.#removed.get(undoId)
    if (projectId === undefined) throw new AppError('NOT_FOUND', { reason: 'projects.notRestorable' })
    this.#removed.delete(undoId)
    this.#db.run('UPDATE project SET removed = NULL WHERE id = ?', projectId)
    this.changes.emit()
  }

  /**
   * Adds files to those of a project, at a place among them or else last. One that it has is left out.
   * @throws {AppError} NOT_FOUND without the project or a file, INVALID_INPUT when they would be too many.
   */
  attach(projectId: ProjectId, files: readonly FileReference[], at?: number): void {
    const before = this.get(projectId).files
    const has = new Set(before.map(({ sha256 }) => sha256))
    const added = this.#files.require(files).filter(({ sha256 }) => !has.has(sha256) && has.add(sha256))
    if (before.length + added.length > MOST_FILES) {
      throw new AppError('INVALID_INPUT', { reason: 'files.tooMany', params: { most: MOST_FILES } })
    }
    this.#files.saveOfProject(projectId, before.toSpliced(at ?? before.length, 0, ...added))
    this.changes.emit()
  }

  /** @throws {AppError} NOT_FOUND without the project. */
  detach(projectId: ProjectId, sha256: FileHash): void {
    const { files } = this.get(projectId)
    this.#files.saveOfProject(
      projectId,
      files.filter((file) => file.sha256 !== sha256),
    )
    this.changes.emit()
  }

  renameServer(from: ServerId, to: ServerId): void {
    this.#changeServers(
      (settings) => renameServerInSettings(settings, from, to),
      (accounts) => renameKey(accounts, from, to),
    )
  }

  serverRenamed(): void {
    this.changes.emit()
  }

  forgetServer(serverId: ServerId): void {
    this.#changeServers(
      (settings) => forgetServerInSettings(settings, serverId),
      (accounts) => accounts,
    )
    this.changes.emit()
  }

  keepOnly(servers: ReadonlySet<ServerId>): void {
    this.#changeServers(
      (settings) => keepServersInSettings(settings, servers),
      (accounts) => keepKeys(accounts, servers),
    )
    this.changes.emit()
  }

  #noteLeft(projectId: ProjectId, before: readonly string[] = [], after: readonly string[] = []): void {
    const left = before.filter((folder) => !after.includes(folder))
    if (left.length === 0) return
    const all = [...new Set([...(this.#leftFolders.get(projectId) ?? []), ...left])]
    this.#leftFolders.set(projectId, new Set(all.slice(-MOST_SHARED_FOLDERS)))
  }

  #changeServers(
    settingsAfter: (settings: ChatSettings) => ChatSettings,
    accountsAfter: (accounts: ChosenAccounts) => ChosenAccounts,
  ): void {
    for (const row of this.#db.all("SELECT * FROM project WHERE accounts <> '{}' OR settings <> '{}'")) {
      const { id, accounts, settings } = ProjectRow.parse(row)
      this.#db.run(
        'UPDATE project SET accounts = ?, settings = ? WHERE id = ?',
        JSON.stringify(accountsAfter(accounts)),
        JSON.stringify(settingsAfter(settings)),
        id,
      )
    }
  }

  /** Called once at a start: removes for good what was removed. */
  sweep(): void {
    this.#db.run('DELETE FROM project WHERE removed IS NOT NULL')
  }

  #row(projectId: ProjectId): z.infer<typeof ProjectRow> {
    const row = this.#db.get('SELECT * FROM project WHERE id = ? AND removed IS NULL', projectId)
    if (!row) throw new AppError('NOT_FOUND', { reason: 'projects.gone' })
    return ProjectRow.parse(row)
  }
}

function projectOf(row: Row, files: ReadonlyMap<ProjectId, readonly AttachedFile[]>): Project {
  const { settings, model, ...project } = ProjectRow.parse(row)
  return { ...project, ...settings, ...(model !== null && { model }), files: files.get(project.id) ?? [] }
}
