import type { Skill, SkillFile } from '../../shared/domain/catalog'
import type { AccountId, ServerId } from '../../shared/domain/ids'
import type { ResourceContents, ResourceItem } from '../../shared/domain/resourceContents'
import { AppError } from '../../shared/errors/appError'
import type { Message } from '../../shared/i18n/message'
import type { Clock } from '../lib/clock'
import { verifySkillFile } from './verifySkillFile'

export interface SkillReaderDeps {
  readonly skillsOf: (serverId: ServerId, accountId: AccountId | undefined) => readonly Skill[]
  /** Reads a resource from its server now, without cutting it. */
  readonly readItems: (
    serverId: ServerId,
    ask: { readonly uri: string; readonly accountId?: AccountId | undefined },
    signal: AbortSignal,
  ) => Promise<readonly ResourceItem[]>
  readonly clock: Clock
}

/** One file of a skill, by the skill's name and the file's address, with the account that reads it if it is not the default one. */
export interface SkillAsk {
  readonly skill: string
  readonly uri: string
  readonly accountId?: AccountId | undefined
}

interface SkillOwner {
  readonly serverId: ServerId
  readonly accountId: AccountId | undefined
}

/** Reads files of skills, each only when it is requested. Refuses files that differ from the server's list. */
export class SkillReader {
  readonly #deps: SkillReaderDeps
  /** Skills whose SKILL.md matched the list. A new list has new skills. */
  readonly #verified = new WeakSet<Skill>()

  constructor(deps: SkillReaderDeps) {
    this.#deps = deps
  }

  /**
   * Reads one file of a skill. Files other than SKILL.md are read only if SKILL.md matches the list.
   * @throws {AppError} UNTRUSTED_CONTENT when the file differs from the list. Then nothing of it is kept.
   */
  async read(serverId: ServerId, ask: SkillAsk, signal: AbortSignal): Promise<ResourceContents> {
    const { skill, file } = this.#find(serverId, ask)
    const owner = { serverId, accountId: ask.accountId }
    const [first] = skill.files
    if (first && file !== first && !this.#verified.has(skill)) await this.#read(owner, skill, first, signal)
    return this.#read(owner, skill, file, signal)
  }

  async #read({ serverId, accountId }: SkillOwner, skill: Skill, file: SkillFile, signal: AbortSignal): Promise<ResourceContents> {
    const { uri } = file
    if (file === skill.files[0]) this.#verified.delete(skill)
    const items = await this.#deps.readItems(serverId, { uri, accountId }, signal)
    const [item] = items
    if (!item || items.length > 1) throw refused(serverId, skill, file, { id: 'skills.fault.count', params: { count: items.length } })
    const bytes = bytesOf(item)
    const fault = verifySkillFile(skill, file, bytes)
    if (fault !== undefined) throw refused(serverId, skill, file, fault)
    if (file === skill.files[0]) this.#verified.add(skill)
    const { text, blob, mimeType } = item
    return {
      serverId,
      uri,
      items: [{ uri, ...(mimeType !== undefined && { mimeType }), ...(text === undefined ? { blob: blob ?? '' } : { text }) }],
      bytes: bytes.length,
      readAt: this.#deps.clock.now(),
    }
  }

  #find(serverId: ServerId, { skill: name, uri, accountId }: SkillAsk): { readonly skill: Skill; readonly file: SkillFile } {
    const skills = this.#deps.skillsOf(serverId, accountId).filter((skill) => skill.name === name)
    const skill = skills.find(({ files }) => files.some((file) => file.uri === uri))
    const file = skill?.files.find((listed) => listed.uri === uri)
    if (skill && file) return { skill, file }
    if (skills.length > 0) throw new AppError('NOT_FOUND', { reason: 'skills.noFile', params: { skill: name, uri } })
    throw new AppError('NOT_FOUND', { reason: 'skills.noSkill', params: { serverId, skill: name } })
  }
}

function bytesOf({ text, blob }: ResourceItem): Buffer {
  return text === undefined ? Buffer.from(blob ?? '', 'base64') : Buffer.from(text, 'utf8')
}

function refused(serverId: ServerId, skill: Skill, file: SkillFile, fault: Message): AppError {
  const what = file === skill.files[0] ? 'SKILL.md' : (file.uri.split('/').at(-1) ?? file.uri).slice(0, 100)
  const params = { file: what, skill: skill.name, serverId, fault }
  return new AppError('UNTRUSTED_CONTENT', { reason: 'skills.notAsListed', params })
}
