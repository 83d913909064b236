import type { Tool } from '../domain/catalog'
import { toolTitle } from '../domain/toolTitle'
import type { JsonObject } from '../lib/json'
import { wordsInName } from '../lib/wordsInName'
import { looksRisky } from './looksRisky'

/** What the names of a call say that it does. `looksRisky`: it runs, deletes, pays or sends. `namesChange`: it changes something else. */
export type NameSign = 'looksRisky' | 'namesChange'

/** Words in a tool's name that say that it changes something, whatever its server says. */
const changingWords = new Set('create update write insert edit patch modify upload save append replace rename install invite'.split(' '))
/** The same where the name begins with it: elsewhere it may be a noun, as in `get_post`. */
const changingVerbs = new Set(
  (
    'set add put post move start stop open close cancel enable disable assign share reply comment notify submit approve reject grant import export ' +
    'restart book subscribe unsubscribe mark clear copy sign upsert toggle trigger archive trash commit push apply terminate shutdown reboot ' +
    'withdraw deposit ban block schedule invoke call launch perform rm mv mkdir unlink bash sh shell powershell python'
  ).split(' '),
)

/** Those of all of these that run, send, pay or take away. */
const riskyVerbs = new Set(
  (
    'post share reply comment notify submit invite upload push apply publish deploy install call invoke launch perform trigger exec ' +
    'bash sh shell powershell python rm unlink clear trash terminate shutdown reboot withdraw deposit book'
  ).split(' '),
)
/** To open one of these is to read it. Of anything else, `open` may begin, show or start something. */
const readByOpening = new Set('node nodes entity entities'.split(' '))

/** The same after what the tool is of: `git_push`, `terraform_apply`. */
const verbsAtEnd = new Set('push commit apply restart shutdown reboot terminate publish deploy submit call exec'.split(' '))

/**
 * Pure: whether Parley itself guesses, by the name and the title of a tool and the names of its arguments, that a call changes something, the
 * graver guess first. What its server claims does not count.
 */
export function changeByName(tool: Pick<Tool, 'name' | 'title' | 'annotations'>, args: JsonObject): readonly NameSign[] {
  const found = [tool.name, toolTitle(tool) ?? ''].map((name) => (looksRisky(name, args) ? 'looksRisky' : signOf(name)))
  return (['looksRisky', 'namesChange'] as const).filter((sign) => found.includes(sign))
}

function signOf(name: string): NameSign | undefined {
  const [first = '', ...rest] = wordsInName(name)
  const [second = ''] = rest
  const isRead = first === 'open' && rest.length === 1 && readByOpening.has(second)
  const found = [
    ...(changingVerbs.has(first) && !isRead ? [first] : []),
    ...[first, ...rest].filter((word) => changingWords.has(word)),
    ...(rest.length === 1 && verbsAtEnd.has(second) ? [second] : []),
  ]
  if (found.length === 0) return undefined
  return found.some((word) => riskyVerbs.has(word)) ? 'looksRisky' : 'namesChange'
}
