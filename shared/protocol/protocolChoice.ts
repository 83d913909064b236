/** The versions of MCP that a person can choose, newest first. */
export const protocolVersions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const

/** Every version that Parley speaks, newest first. The draft of October 2024 is spoken with servers that know nothing else, and cannot be chosen. */
export const spokenVersions: readonly string[] = [...protocolVersions, '2024-10-07']

/** All choices, in the order in which they are shown. */
export const protocolChoices = ['automatic', '2025', '2026', ...protocolVersions] as const

/** Which versions of MCP Parley may speak with a server: the newest that a server answers in, those of one era, or one alone. */
export type ProtocolChoice = (typeof protocolChoices)[number]

/** The first version that begins with `server/discover`. All earlier ones begin with `initialize`. */
const FIRST_OF_2026 = '2026-07-28'

/** Pure: the versions that a choice names, of those that Parley speaks; newest first. Not empty. */
export function versionsOf(choice: ProtocolChoice): readonly string[] {
  switch (choice) {
    case 'automatic':
      return spokenVersions
    case '2025':
      return spokenVersions.filter((version) => version < FIRST_OF_2026)
    case '2026':
      return spokenVersions.filter((version) => version >= FIRST_OF_2026)
    default:
      return [choice]
  }
}

/** Pure: those of some versions that a person can choose. A sentence that names the others would offer what is offered nowhere. */
export function choosableVersions(versions: readonly string[]): readonly string[] {
  return protocolVersions.filter((version) => versions.includes(version))
}

/** Pure: the choice that a text names, as in servers.json or on the command line; undefined if it names none. */
export function readProtocolChoice(text: string | undefined): ProtocolChoice | undefined {
  return protocolChoices.find((choice) => choice === text)
}
