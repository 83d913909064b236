import type { Skill, SkillFile } from '../../shared/domain/catalog'
import type { Limits } from '../../shared/domain/defaultLimits'
import { isParsedObject, isRecord } from '../../shared/lib/json'
import { isWithinDepth } from '../lib/jsonDepth'
import { shortText, text } from './shortText'
import { isMessage, type Message } from '../../shared/i18n/message'

/** Limits for a skill, from the extension. */
const FILES = 512
const TOTAL_BYTES = 16 * 1024 * 1024
const FRONTMATTER_CHARACTERS = 16 * 1024
const FRONTMATTER_DEPTH = 16
const URI_CHARACTERS = 10_000
const FILE = '/SKILL.md'
const DIGEST = /^sha256:[0-9a-f]{64}$/

/** A skill with the address of its SKILL.md as the key, or why it cannot be used. */
export type ParsedSkill = { readonly key: string; readonly item: Skill } | { readonly name: string; readonly reason: Message }

/**
 * Reads one entry of `skills/list` (extension io.modelcontextprotocol/skills, SEP-2640). Refuses an entry that could not be verified later,
 * or that points outside its own folder. Reads nothing from the server.
 */
export function parseSkill(raw: unknown, limits: Limits): ParsedSkill {
  const frontmatter = isRecord(raw) && isParsedObject(raw['frontmatter']) ? raw['frontmatter'] : undefined
  const name = text(frontmatter?.['name']) ?? ''
  const refuse = (reason: Message): ParsedSkill => ({ name: name.slice(0, 200), reason })
  if (!isRecord(raw)) return refuse({ id: 'errors.parsing.notAnObject' })
  if (!frontmatter || name === '' || name.length > 1_000) return refuse({ id: 'errors.parsing.noName' })
  if (!isWithinDepth(frontmatter, FRONTMATTER_DEPTH) || JSON.stringify(frontmatter).length > FRONTMATTER_CHARACTERS)
    return refuse({ id: 'errors.parsing.largeFrontmatter' })
  const uri = text(raw['uri'])
  if (uri === undefined || uri.length > URI_CHARACTERS || !uri.endsWith(FILE)) return refuse({ id: 'errors.parsing.noSkillAddress' })
  const files = parseFiles(raw['resources'], uri)
  if (isMessage(files)) return refuse(files)
  const description = shortText(frontmatter['description'], limits.descriptionBytes)
  return {
    key: uri,
    item: {
      name,
      ...(description !== undefined && { description }),
      frontmatter,
      files,
    },
  }
}

/** Returns the files of a skill, SKILL.md first, or what is wrong with them. */
function parseFiles(raw: unknown, uri: string): readonly SkillFile[] | Message {
  // A dynamic skill has no list of files. Only its own description can be verified.
  if (raw === 'dynamic') return [{ uri }]
  if (!Array.isArray(raw)) return { id: 'errors.parsing.noFiles' }
  if (raw.length > FILES) return { id: 'errors.parsing.tooManyFiles', params: { most: FILES } }
  const folder = uri.slice(0, -FILE.length + 1)
  const files = new Map<string, SkillFile>()
  let total = 0
  const listed: readonly unknown[] = raw
  for (const one of listed) {
    const file = parseFile(one)
    if (!file) return { id: 'errors.parsing.badFile' }
    if (!isInside(file.uri, folder)) return { id: 'errors.parsing.fileOutside' }
    if (files.has(file.uri)) return { id: 'errors.parsing.fileTwice' }
    total += file.size
    files.set(file.uri, file)
  }
  if (total > TOTAL_BYTES) return { id: 'errors.parsing.largeFiles', params: { megabytes: TOTAL_BYTES / 1024 / 1024 } }
  const first = files.get(uri)
  if (!first) return { id: 'errors.parsing.skillFileMissing' }
  return [first, ...[...files.values()].filter((file) => file !== first)]
}

function parseFile(raw: unknown): Required<SkillFile> | undefined {
  if (!isRecord(raw)) return undefined
  const { uri, size, digest } = raw
  if (typeof uri !== 'string' || uri.length > URI_CHARACTERS || typeof digest !== 'string' || !DIGEST.test(digest)) return undefined
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) return undefined
  return { uri, size, digest }
}

/** Compares addresses as text and refuses `.` and `..` segments, whatever the URI scheme does with them. */
function isInside(uri: string, folder: string): boolean {
  return uri.startsWith(folder) && !/(?:^|[/\\])(?:\.|%2e){1,2}(?:[/\\]|$)/i.test(uri.slice(folder.length))
}
