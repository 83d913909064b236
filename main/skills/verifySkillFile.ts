import { createHash } from 'node:crypto'
import type { Skill, SkillFile } from '../../shared/domain/catalog'
import { canonicalJson } from '../../shared/lib/json'
import { frontmatter } from './frontmatter'

/**
 * Pure: what about a file is not as the server listed it; undefined when it is the one that was listed. Until then nothing of it may be
 * used. Spec: SEP-2640, integrity and verification.
 */
export function skillFileFault(skill: Skill, file: SkillFile, bytes: Buffer): string | undefined {
  if (file.size !== undefined && bytes.length !== file.size)
    return `it has ${bytes.length.toLocaleString('en')} bytes and was listed with ${file.size.toLocaleString('en')}`
  if (file.digest !== undefined && `sha256:${createHash('sha256').update(bytes).digest('hex')}` !== file.digest)
    return 'its content is another one than was listed (the digests differ)'
  return file === skill.files[0] ? frontmatterFault(skill, bytes) : undefined
}

function frontmatterFault({ frontmatter: listed = {} }: Skill, bytes: Buffer): string | undefined {
  const found = frontmatter(bytes.toString('utf8'))
  if (!found) return 'what it says of itself cannot be read (its head is not YAML that Parley knows)'
  const names = [...new Set([...Object.keys(listed), ...Object.keys(found)])]
  const differing = names.filter((name) => canonicalJson(own(listed, name)) !== canonicalJson(own(found, name)))
  if (differing.length === 0) return undefined
  const named = differing.slice(0, 5).map((name) => `“${name.slice(0, 100)}”`)
  return `it says something else of itself than was listed (${named.join(', ')})`
}

/** An absent field is not the same as one that is null. */
function own(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(object, name) ? [object[name]] : []
}
