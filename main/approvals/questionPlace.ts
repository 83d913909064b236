import type { ApprovalPlace, DialogReason } from '../../shared/domain/question'
import type { Tool, ToolAnnotations } from '../../shared/domain/catalog'
import type { ArgumentTrace, DataFlowFinding } from '../../shared/domain/dataFlow'
import { changeByName } from '../../shared/rules/changeByName'
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
  const byName = changeByName(tool, asked.arguments)
  const found: readonly (DialogReason | false | undefined)[] = [
    (byApp || tool.ofApp) && 'ofApp',
    standing !== 'accepted' && 'definition',
    noticed > 0 && 'noticed',
    dataFlow && 'dataFlow',
    traces.length > 0 && 'traces',
    claimSign(tool.annotations, inConversation),
    ...byName,
    ...argumentSigns(asked),
  ]
  return [...new Set(found.flatMap((sign) => sign || []))]
}

/** That a tool reaches outside is no sign alone: the flow guard finds where that matters. */
function claimSign({ readOnlyHint, destructiveHint }: ToolAnnotations = {}, inConversation: boolean): DialogReason | undefined {
  if (readOnlyHint === undefined && destructiveHint === undefined) return inConversation ? undefined : 'declaresNothing'
  return readOnlyHint === true && destructiveHint !== true ? undefined : 'mayChange'
}
