import type { Call } from '../../../shared/domain/chat'
import { resultHandle } from '../../../shared/domain/ownTool'
import type { ToolResult } from '../../../shared/domain/toolResult'
import type { AppErrorData } from '../../../shared/errors/appError'
import { replaceUnsafe } from '../../../shared/lib/unsafeCharacters'
import { englishErrorText } from '../../lib/englishErrorText'
import { defuseRemarks, remarkText } from '../../tools/remarkText'
import { resultForModel, type ModelOutput, type PicturePlace } from '../../tools/resultForModel'

export interface CallOutputOptions {
  /** Returns the copy of a call's result that the model gets. Returns undefined when the call has no result. */
  readonly copyForModel: (call: Call) => ToolResult | undefined
  /** Where the pictures of the result are. */
  readonly pictures: PicturePlace
}

/**
 * Pure: what a model gets of a call that has ended: its result, or why there is none. What Parley says of it stands in remarks, which no server
 * can write: a denial, the person's words with it, and changed arguments cannot be claimed by a result (decision 099).
 */
export function callOutput(call: Call, { copyForModel, pictures }: CallOutputOptions): ModelOutput {
  const result = copyForModel(call)
  if (!result) return visibleOutput({ type: 'error-text', value: reasonOf(call) })
  return visibleOutput(
    resultForModel(result, {
      pictures,
      remarks: editRemarks(call),
      handle: resultHandle(call.id),
    }),
  )
}

function visibleOutput(output: ModelOutput): ModelOutput {
  if (output.type === 'content') return { ...output, value: output.value.map(visible) }
  if (output.type === 'text' || output.type === 'error-text') return { ...output, value: replaceUnsafe(output.value) }
  return output
}

function reasonOf(call: Call): string {
  const { error } = call
  if (call.state === 'denied') {
    return remarkText(`${deniedBy(call)}; it was not made.${error?.said ? ` They say: ${JSON.stringify(error.said)}` : ''}`)
  }
  if (error?.code === 'QUESTION_ENDED') return remarkText('nobody decided about this call; it was not made.')
  if (call.state === 'stopped' || call.state === 'cutOff') {
    const what = call.state === 'stopped' ? 'the person stopped this call' : 'this call was interrupted'
    return [`${what}; whether it had an effect is unknown.`, ...editRemarks(call)].map(remarkText).join('\n')
  }
  if (!error) return remarkText('this call has not ended.')
  if (error.reason === 'chat.unknownTool') return remarkText(unknownToolText(error))
  const { message, hint } = englishErrorText(error)
  // Its result could not be written, but it had been sent: the model must not take it for a call that was not made.
  const effect = error.code === 'NOT_SAVED' ? 'Whether this call had an effect is unknown.' : undefined
  const { askedText } = call
  return [
    remarkText([`${error.code}: ${message}.`, effect, hint].filter(Boolean).join(' ')),
    ...(error.said ? [defuseRemarks(error.said)] : []),
    ...(askedText === undefined ? [] : [remarkText('you wrote these arguments:'), defuseRemarks(askedText.slice(0, 2_000))]),
    ...editRemarks(call).map(remarkText),
  ].join('\n')
}

/** What helps a model to call a tool that there is. What the person reads about it would not. */
function unknownToolText({ code, params = {} }: AppErrorData): string {
  const { name, near } = params
  const meant = Array.isArray(near) && near.length > 0 ? [`Did you mean ${near.map((one) => JSON.stringify(one)).join(' or ')}?`] : []
  return [
    `${code}: There is no tool ${JSON.stringify(name)}.`,
    ...meant,
    'Call only tools that you were given, by exactly their names.',
  ].join(' ')
}

function deniedBy({ why }: Call): string {
  if (why.by === 'policy') return 'a policy of this computer forbids this call'
  return why.by === 'rule' ? 'a rule of the person denies this call' : 'the person denied this call'
}

/** The call ran with other arguments than the model asked for. The model must know that, whether or not the call succeeded. */
function editRemarks({ approved }: Call): readonly string[] {
  return approved ? [`the person changed the arguments before the call ran, to ${JSON.stringify(approved)}`] : []
}

/** Text from outside must not hide anything from the person. */
export function visible<P extends { readonly type: string }>(piece: P): P {
  return 'text' in piece && typeof piece.text === 'string' ? { ...piece, text: replaceUnsafe(piece.text) } : piece
}
