import { joinArguments, splitArguments } from '../../../../shared/lib/commandArguments'
import { isWebAddress } from '../../../ui/isWebAddress'
import { emptyForm, type ServerForm } from '../form/serverForm'

/** Longer text is no command that a README shows. */
const MOST_CHARACTERS = 2_000
/** A program by its name or path. What ends in a colon or stands before `=` is YAML or TOML. */
const PROGRAM = /^[\w.~/@\\+-][\w.~/@\\:+-]*(?<!:)$/

/** Pure: the form for an address or a command line that was pasted in the place of a configuration. Undefined for anything else. */
export function formFromPaste(text: string): ServerForm | undefined {
  if (text.length > MOST_CHARACTERS || text.includes('\n')) return undefined
  if (/^https?:\/\/\S+$/i.test(text)) return isWebAddress(text) ? { ...emptyForm, kind: 'http', url: text } : undefined
  const [command = '', ...args] = splitArguments(text.replace(/^\$\s+/, ''))
  if (!PROGRAM.test(command) || args[0]?.startsWith('=')) return undefined
  return { ...emptyForm, kind: 'stdio', command, args: joinArguments(args) }
}
