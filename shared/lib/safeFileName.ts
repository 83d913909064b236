import { trimEndOf } from './trimEndOf'

/** Names that Windows reserves for devices, with any extension. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** Extensions of files that start a program when opened. */
const starters =
  /\.(?:desktop|exe|com|cmd|bat|pif|ps1|vbs|vbe|js|jse|wsf|wsh|msi|msc|cpl|scr|scf|hta|lnk|url|library-ms|settingcontent-ms|app|appimage|command|terminal|sh|jar|reg|dll|webloc|inetloc|fileloc)$/i

const LONGEST = 120

/**
 * Pure: returns a safe file name, whatever the source of the name: the last part of a path, with letters, numbers and a few harmless
 * characters. It is not hidden, not a device and not too long. An extension that starts a program becomes part of the name.
 */
export function safeFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const plain = trimmed(last.replaceAll(/[^\p{L}\p{N}._ -]/gu, '_'))
  // Half a character at the end of the cut becomes an underscore.
  const short = trimmed(plain.slice(0, LONGEST).toWellFormed().replaceAll('\uFFFD', '_'))
  const harmless = starters.test(short) ? `${short}.txt` : short
  return harmless === '' || devices.test(harmless) ? `_${harmless}` : harmless
}

function trimmed(name: string): string {
  return trimEndOf(name.replace(/^[. ]+/, ''), '. ')
}
