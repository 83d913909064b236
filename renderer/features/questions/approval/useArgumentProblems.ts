import type { QuestionId } from '../../../../shared/domain/ids'
import { misfitMessage, type SchemaMisfit } from '../../../../shared/domain/schemaMisfit'
import { canonicalJson, type JsonObject } from '../../../../shared/lib/json'
import { translator } from '../../../i18n/t'
import { useHostQuery } from '../../../rpc/useHostQuery'
import { useDebouncedValue } from '../../../ui/hooks/useDebouncedValue'

/** What the host says about arguments that a person edits. */
export interface ArgumentProblems {
  /** Whether these very arguments are being checked. They cannot be allowed meanwhile. */
  readonly checking: boolean
  /** What does not fit, and where. */
  readonly problems: readonly SchemaMisfit[]
}

/** Checks edited arguments against the tool's input schema while the person types. If the check fails, the host still checks before the call. */
export function useArgumentProblems(questionId: QuestionId, args: JsonObject | undefined): ArgumentProblems {
  const asked = useDebouncedValue(args)
  const { data, isPending, isError } = useHostQuery(
    'questions.checkArguments',
    { questionId, arguments: asked ?? {} },
    { enabled: asked !== undefined },
  )
  if (args === undefined) return { checking: false, problems: [] }
  const checking = canonicalJson(args) !== canonicalJson(asked) || (isPending && !isError)
  return { checking, problems: checking ? [] : (data?.problems ?? []) }
}

/** Pure: returns the words on each argument by its name, and those on all of them under the empty name. */
export function problemsByArgument(problems: readonly SchemaMisfit[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { pointer, what } of problems) {
    const [, first = '', ...rest] = pointer.split('/')
    const name = first.replaceAll('~1', '/').replaceAll('~0', '~')
    const inside = rest.map((part) => `/${part}`).join('')
    if (!found.has(name)) found.set(name, translator().message(misfitMessage({ pointer: inside, what })))
  }
  return found
}
