import type { ApprovalPlace, DialogReason } from '../../shared/domain/question'
import type { Tool, ToolAnnotations } from '../../shared/domain/catalog'
import type { ArgumentTrace, DataFlowFinding } from '../../shared/domain/dataFlow'
import { looksRisky } from '../../shared/rules/looksRisky'
import { toolTitle } from '../../shared/domain/toolTitle'
import { wordsInName } from '../../shared/lib/wordsInName'
import { argumentSigns, type AskedCall } from './argumentSigns'
import type { Standing } from './ruleContext'

/** Everything that Parley knows of a call that has to be asked about. */
export interface PlaceCase extends AskedCall {
  readonly tool: AskedCall['tool'] & Pick<Tool, 'annotations' | 'ofApp'>
  readonly standing: Standing
  /** The interface of the server wants the call. */
  readonly byApp?: true | undefined
  /** The person has said that the tool, as it is defined now, asks in the conversation though it declares nothing. */
  readonly inConversation?: boolean
  /** How many warnings Parley has about the tool. */
  readonly noticed: number
  readonly dataFlow?: DataFlowFinding | undefined
  readonly traces?: readonly ArgumentTrace[] | undefined
}

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
 * Pure: where a call is asked about. On a card only if its server says that the tool reads only, or if it says nothing and the person has said so,
 * and if nothing that Parley knows speaks against it; everything else, and what Parley does not understand whole, is asked in the dialog.
 */
export function questionPlace(asked: PlaceCase): ApprovalPlace {
  const signs = dangerSigns(asked)
  const [because] = signs
  return because === undefined ? { place: 'card' } : { place: 'dialog', because, signs }
}

/** Pure: all that speaks against asking about a call on a card, the gravest first. */
export function dangerSigns(asked: PlaceCase): readonly DialogReason[] {
  const { tool, standing, byApp, noticed, dataFlow, traces = [], inConversation = false } = asked
  const names = [tool.name, toolTitle(tool) ?? '']
  const byName = names.flatMap((name) => (looksRisky(name, asked.arguments) ? 'looksRisky' : (changeByName(name) ?? [])))
  const found: readonly (DialogReason | false | undefined)[] = [
    (byApp || tool.ofApp) && 'ofApp',
    standing !== 'accepted' && 'definition',
    noticed > 0 && 'noticed',
    dataFlow && 'dataFlow',
    traces.length > 0 && 'traces',
    claimSign(tool.annotations, inConversation),
    byName.includes('looksRisky') && 'looksRisky',
    byName.includes('namesChange') && 'namesChange',
    ...argumentSigns(asked),
  ]
  return [...new Set(found.flatMap((sign) => sign || []))]
}

/** That a tool reaches outside is no sign alone: the flow guard finds where that matters. */
function claimSign({ readOnlyHint, destructiveHint }: ToolAnnotations = {}, inConversation: boolean): DialogReason | undefined {
  if (readOnlyHint === undefined && destructiveHint === undefined) return inConversation ? undefined : 'declaresNothing'
  return readOnlyHint === true && destructiveHint !== true ? undefined : 'mayChange'
}

function changeByName(tool: string): 'looksRisky' | 'namesChange' | undefined {
  const [first = '', ...rest] = wordsInName(tool)
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
