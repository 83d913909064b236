import * as z from 'zod'
import { AccountId, ModelRef, ProjectId, ServerId, UndoId } from '../domain/ids'
import {
  LONGEST_PROJECT_NAME,
  MOST_INSTRUCTIONS,
  MOST_SHARED_FOLDERS,
  parameterNames,
  reasoningEfforts,
  type Project,
} from '../domain/projects/project'
import { isRecord } from '../lib/json'
import { call, topic } from './contractKinds'
import { FileReferences } from './files'

const OneProject = z.object({ projectId: ProjectId })
const Name = z.string().trim().min(1).max(LONGEST_PROJECT_NAME)
const Folders = z.array(z.string().min(1).max(10_000)).max(MOST_SHARED_FOLDERS)
const Switch = z.boolean().nullable()
/** How many stand before. */
const Place = z.int().min(0)
/** By the names of tools. A record of zod leaves out `__proto__`, as a tool may be named: it could not be switched off. */
const ToolSwitches = z.custom<Readonly<Record<string, z.infer<typeof Switch>>>>(
  (value) =>
    isRecord(value) && Object.entries(value).every(([name, on]) => name.length <= 1_000 && (on === null || typeof on === 'boolean')),
)

/** A change of instructions, parameters, switches and folders. What is absent does not change, what is null is inherited again. */
export const ChatSettingsChange = z.object({
  instructions: z.string().max(MOST_INSTRUCTIONS).nullable().optional(),
  /** Parameter by parameter. */
  parameters: z
    .object({
      temperature: z.number().min(0).max(2).nullable().optional(),
      maxOutputTokens: z.int().min(1).max(10_000_000).nullable().optional(),
      reasoning: z.enum(reasoningEfforts).nullable().optional(),
    })
    .nullable()
    .optional(),
  /** These are as the model does by itself from now on, whatever the project says, until they are named in `parameters` again. */
  unset: z.array(z.enum(parameterNames)).max(parameterNames.length).optional(),
  /** Server by server, and tool by tool. */
  switches: z
    .object({
      servers: z.record(ServerId, Switch).optional(),
      tools: z.record(ServerId, ToolSwitches).optional(),
    })
    .nullable()
    .optional(),
  /** Paths. What is added may be a `file:` URI too; it stands at this place among them, else last. So two changes at once do not undo one another. */
  folders: z.object({ add: Folders.optional(), remove: Folders.optional(), at: Place.optional() }).nullable().optional(),
})
export type ChatSettingsChange = z.infer<typeof ChatSettingsChange>

export const ProjectChange = ChatSettingsChange.extend({
  name: Name.optional(),
  model: ModelRef.nullable().optional(),
  /** Server by server. */
  accounts: z.record(ServerId, AccountId.nullable()).optional(),
})
export type ProjectChange = z.infer<typeof ProjectChange>

/** What conversations start from. A conversation joins a project by `chat.create` and `conversations.moveToProject`. */
export const projectsCalls = {
  /**
   * Makes a project with a name of 1 to 100 characters, in which nothing is said yet. There are at most 500 projects.
   * Result: its id.
   * Errors: CONFLICT (too many projects).
   */
  'projects.create': call<{ projectId: ProjectId }>()(z.object({ name: Name })),
  /**
   * Changes what a project says. It counts for its conversations from their next message on. Each added folder must exist; links are resolved
   * to the real path. One that the project had since Parley started may be gone: it comes back as it was, as one that went while it was listed.
   * Result: nothing.
   * Errors: NOT_FOUND (the project, or a folder), INVALID_INPUT (no folder of this computer, too many of them, or too many switches), DENIED (Parley may not
   * read a folder).
   */
  'projects.change': call<void>()(OneProject.extend({ change: ProjectChange })),
  /**
   * Removes a project. Its conversations stay, in none: what they said themselves stays, what they inherited is gone.
   * Result: an id for `projects.restore`, valid until Parley quits.
   * Errors: NOT_FOUND.
   */
  'projects.remove': call<{ undoId: UndoId }>()(OneProject),
  /**
   * Restores a project that was removed since Parley started, with the conversations that were in it and are in no other one now.
   * Result: nothing.
   * Errors: NOT_FOUND.
   */
  'projects.restore': call<void>()(z.object({ undoId: UndoId })),
  /**
   * Adds files that were handed over (`files.finish`) to a project, at this place among those that it has, else after them, at most 20 together.
   * One that it has already is left out.
   * They become attachments of the unsent message of each conversation that is begun in it.
   * Result: nothing.
   * Errors: NOT_FOUND (the project, or a file that was deleted), INVALID_INPUT (too many).
   */
  'projects.attach': call<void>()(OneProject.extend({ files: FileReferences, at: Place.optional() })),
  /**
   * Takes a file out of a project. What was sent of it stays.
   * Result: nothing. Succeeds also if the project does not have it.
   * Errors: NOT_FOUND (the project).
   */
  'projects.detach': call<void>()(OneProject.extend({ sha256: FileReferences.element.shape.sha256 })),
}

export const projectsTopics = {
  /** All projects by their names, without removed ones. */
  projects: topic<readonly Project[]>(),
}
