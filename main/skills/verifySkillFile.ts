import { createHash } from 'node:crypto'
import type { Skill, SkillFile } from '../../shared/domain/catalog'
import { canonicalJson } from '../../shared/lib/json'
import type { Message } from '../../shared/i18n/message'
import { frontmatter } from './frontmatter'

/**
 * Pure: returns how a file differs from the server's list, or undefined if it matches. Before this check, nothing of the file may be used.
 * Spec: SEP-2640, integrity and verification.
 */
export function verifySkillFile(skill: Skill, file: SkillFile, bytes: Buffer): Message | undefined {
  if (file.size !== undefined && bytes.length !== file.size)
    return { id: 'skills.fault.size', params: { bytes: bytes.length, listed: file.size } }
  if (file.digest !== undefined && `sha256:${createHash('sha256').update(bytes).digest('hex')}` !== file.digest)
    return { id: 'skills.fault.digest' }
  return file === skill.files[0] ? frontmatterFault(skill, bytes) : undefined
}

function frontmatterFault({ frontmatter: listed = {} }: Skill, bytes: Buffer): Message | undefined {
  const found = frontmatter(bytes.toString('utf8'))
  if (!found) return { id: 'skills.fault.unreadable' }
  const names = [...new Set([...Object.keys(listed), ...Object.keys(found)])]
  const differing = names.filter((name) => canonicalJson(own(listed, name)) !== canonicalJson(own(found, name)))
  if (differing.length === 0) return undefined
  const shown = differing.slice(0, 5).map((name): Message => ({ id: 'chat.quoted', params: { name: name.slice(0, 100) } }))
  return { id: 'skills.fault.frontmatter', params: { names: shown } }
}

/** An absent field differs from a null field. */
function own(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(object, name) ? [object[name]] : []
}
