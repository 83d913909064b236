import type { Catalog } from '../../../shared/domain/catalog'
import { PartId, type AccountId, type ServerId } from '../../../shared/domain/ids'
import type { Limits } from '../../../shared/domain/defaultLimits'
import type { ResourceContents } from '../../../shared/domain/resourceContents'
import { AppError } from '../../../shared/errors/appError'
import { errorHint, errorMessage } from '../../../shared/i18n/errorText'
import type { AppContext, Attachment } from '../../../shared/rpc/chat'
import type { Clock } from '../../lib/clock'
import type { AttachedFile } from '../../../shared/files/attachedFile'
import type { FileReference } from '../../../shared/rpc/files'
import { appContextPart } from './appContextPart'
import type { AttachmentPart } from './attachmentPart'
import { attachmentPart, nameFromUri } from './attachmentPart'
import { filePart } from './filePart'
import type { AttachedPart } from '../userMessage'

/** The account that reads. If it is absent, the server's default account reads. */
interface OneAccount {
  readonly accountId?: AccountId | undefined
}

/** What goes with a message and needs no server to be read. */
export interface WithMessage {
  readonly files?: readonly FileReference[] | undefined
  readonly apps?: readonly AppContext[] | undefined
}

export interface AttachmentReaderDeps {
  readonly readResource: (serverId: ServerId, ask: { readonly uri: string } & OneAccount, signal: AbortSignal) => Promise<ResourceContents>
  readonly readSkill: (
    serverId: ServerId,
    ask: { readonly skill: string; readonly uri: string } & OneAccount,
    signal: AbortSignal,
  ) => Promise<ResourceContents>
  readonly catalog: (serverId: ServerId, accountId: AccountId | undefined) => Catalog
  /** Throws NOT_FOUND for a file that was deleted. */
  readonly requireFiles: (files: readonly FileReference[]) => readonly AttachedFile[]
  readonly limits: () => Limits
  readonly clock: Clock
}

/** Reads the attachments before the person's message is saved. If one of them cannot be read, the message is not sent. */
export class AttachmentReader {
  readonly #deps: AttachmentReaderDeps

  constructor(deps: AttachmentReaderDeps) {
    this.#deps = deps
  }

  /** @throws {AppError} for the first attachment that cannot be read, with its name. The other reads are then cancelled. */
  async read(attachments: readonly (Attachment & OneAccount)[], signal: AbortSignal): Promise<readonly AttachmentPart[]> {
    const giveUp = new AbortController()
    const either = AbortSignal.any([signal, giveUp.signal])
    try {
      return await Promise.all(attachments.map((attachment) => this.#read(attachment, either)))
    } finally {
      giveUp.abort()
    }
  }

  /**
   * Reads what goes with one message: first its files, then what servers have, then what open apps give.
   * @throws {AppError} as `read`, and NOT_FOUND for a file that was deleted
   */
  async readAll(
    attachments: readonly (Attachment & OneAccount)[],
    { files = [], apps = [] }: WithMessage,
    signal: AbortSignal,
  ): Promise<readonly AttachedPart[]> {
    const own = this.#deps.requireFiles(files).map((file) => filePart(file, this.#deps.clock))
    const given = apps.map((context) => appContextPart(PartId.parse(this.#deps.clock.newId()), context))
    return [...own, ...(await this.read(attachments, signal)), ...given]
  }

  async #read(attachment: Attachment & OneAccount, signal: AbortSignal): Promise<AttachmentPart> {
    const { serverId, source, uri, accountId } = attachment
    const name = this.#nameOf(attachment)
    const { readResource, readSkill, clock, limits } = this.#deps
    try {
      const contents =
        source === 'skill'
          ? await readSkill(serverId, { skill: name, uri, accountId }, signal)
          : await readResource(serverId, { uri, accountId }, signal)
      return attachmentPart(PartId.parse(clock.newId()), { attachment, name, contents }, limits().resultBytesToModel)
    } catch (thrown) {
      if (signal.aborted) throw thrown
      const error = AppError.from(thrown)
      const { code, said } = error
      const params = { name, serverId, problem: errorMessage(error), advice: errorHint(error) ?? { id: 'chat.attachAgain' } } as const
      throw new AppError(code, { reason: 'chat.notAttached', params }, { ...(said !== undefined && { said }), cause: thrown })
    }
  }

  #nameOf({ serverId, source, uri, accountId }: Attachment & OneAccount): string {
    const { resources, skills } = this.#deps.catalog(serverId, accountId)
    if (source === 'resource') return resources.find((resource) => resource.uri === uri)?.name ?? nameFromUri(uri)
    const skill = skills.find(({ files }) => files[0]?.uri === uri)
    if (skill) return skill.name
    throw new AppError('NOT_FOUND', { reason: 'chat.noSkillAt', params: { serverId, uri } })
  }
}
