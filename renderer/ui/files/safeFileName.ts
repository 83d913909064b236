/** Names that Windows keeps for devices, whatever their ending. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** Endings of files that start something when they are opened. */
const starters = /\.(?:desktop|exe|com|cmd|bat|ps1|vbs|js|jse|wsf|msi|scr|hta|lnk|url|app|command|sh|jar|reg|dll|webloc|inetloc)$/i

const LONGEST = 120

/**
 * Pure: a name for a file that cannot lead elsewhere, whoever thought of it: the last step of a path, of letters, numbers and a few harmless
 * marks, neither hidden nor a device, and not too long. An ending that starts something becomes part of the name.
 */
export function safeFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const plain = trimmed(last.replaceAll(/[^\p{L}\p{N}._ -]/gu, '_'))
  // Half of a character at the end of the cut becomes an underscore.
  const short = trimmed(plain.slice(0, LONGEST).toWellFormed().replaceAll('\uFFFD', '_'))
  const harmless = starters.test(short) ? `${short}.txt` : short
  return harmless === '' || devices.test(harmless) ? `_${harmless}` : harmless
}

function trimmed(name: string): string {
  return name.replace(/^[. ]+/, '').replace(/[. ]+$/, '')
}
