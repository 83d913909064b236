import { say, type Reply } from '../model/reply.ts'
import type { ModelRequest } from '../model/scriptedModel.ts'
import type { Random } from './random.ts'
import { sampleArguments } from './sampleArguments.ts'

/** A turn in which the model has called so many tools ends with words. */
const MOST_CALLS = 3

/** Pure for one seed: what the model does next. It calls any tool that it is offered, says something, or fails as providers do. */
export function modelReply(request: ModelRequest, random: Random): Reply {
  const lastUser = request.messages.findLastIndex(({ role }) => role === 'user')
  const called = request.messages.slice(lastUser + 1).filter(({ role }) => role === 'tool').length
  if (random.chance(0.02)) return { kind: 'refuse', status: random.pick([429, 500]), message: 'Come back later' }
  if (random.chance(0.02)) return { kind: 'say', chunks: ['Half of an ans'], calls: [], end: 'brokenOff' }
  if (request.tools.length === 0 || called >= MOST_CALLS || random.chance(0.35)) {
    return say(...Array.from({ length: 1 + random.below(12) }, (_, chunk) => `${chunk} words that the model says, and more of them. `))
  }
  const { name, parameters } = random.pick(request.tools).function
  return { kind: 'callByName', name, arguments: JSON.stringify(sampleArguments(parameters as object, random)) }
}
