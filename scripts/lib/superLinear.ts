import type { AST } from '@eslint-community/regexpp'
import { getConsumedChars, isPotentiallyEmpty, toUnicodeSet, type ReadonlyFlags } from 'regexp-ast-analysis'
import { analyse } from 'scslre'

/**
 * Returns how a regular expression can take more time than its text is long, or nothing. It may name an expression that is linear in fact, but
 * it always gives the same answer, and does not depend on how fast the machine is.
 */
export function superLinear({ source, flags }: RegExp): string | undefined {
  const { parsed, reports } = analyse({ source, flags }, { assumeRejectingSuffix: false })
  const [report] = reports
  if (report) return `${report.type} of ${report.character.literal.source}`
  const found = flags.includes('y') ? undefined : restarted(parsed.pattern, parsed.flags)
  return found && `Restart before ${found.raw}`
}

/**
 * Finds what scslre does not look for: `tool .* not found` on "tool tool tool …". What stands before a repetition fits into the repetition
 * too, so each place where it stands starts another search to the end.
 */
function restarted(pattern: AST.Pattern, flags: ReadonlyFlags): AST.Quantifier | undefined {
  for (const quantifier of quantifiersIn(pattern)) {
    if (quantifier.max !== Infinity) continue
    const { before, after } = around(quantifier)
    if (before.length === 0 || isPotentiallyEmpty(quantifier.element, flags)) continue
    const repeated = getConsumedChars(quantifier, flags).chars
    const fits = (element: AST.Element): boolean => fitsInto(element, repeated, flags)
    if (before.every(fits) && after.some((element) => !isPotentiallyEmpty(element, flags) || isEdge(element))) return quantifier
  }
  return undefined
}

type Chars = ReturnType<typeof getConsumedChars>['chars']

/** Whether an element can match when the text holds these characters only. */
function fitsInto(element: AST.Element, chars: Chars, flags: ReadonlyFlags): boolean {
  switch (element.type) {
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass':
      return !toUnicodeSet(element, flags).chars.isDisjointWith(chars)
    case 'Quantifier':
      return element.min === 0 || fitsInto(element.element, chars, flags)
    case 'Group':
    case 'CapturingGroup':
      return element.alternatives.some(({ elements }) => elements.every((each) => fitsInto(each, chars, flags)))
    case 'Assertion':
      // Each line may start another search only where the repetition crosses lines.
      return element.kind !== 'start' || (flags.multiline === true && chars.has(10))
    case 'Backreference':
      return true
    default:
      return true
  }
}

function isEdge(element: AST.Element): boolean {
  return element.type === 'Assertion'
}

function quantifiersIn(node: AST.Pattern | AST.Element): readonly AST.Quantifier[] {
  if (node.type === 'Quantifier') return [node, ...quantifiersIn(node.element)]
  if (node.type !== 'Pattern' && node.type !== 'Group' && node.type !== 'CapturingGroup') return []
  return node.alternatives.flatMap(({ elements }) => elements.flatMap(quantifiersIn))
}

/** The elements that are matched before and after one, in its alternative and in those around it. */
function around(element: AST.Element): { readonly before: readonly AST.Element[]; readonly after: readonly AST.Element[] } {
  const { parent } = element
  if (parent.type === 'Quantifier') return around(parent)
  if (parent.type !== 'Alternative') return { before: [], after: [] }
  const at = parent.elements.indexOf(element)
  const outer = parent.parent.type === 'Group' || parent.parent.type === 'CapturingGroup' ? around(parent.parent) : undefined
  return {
    before: [...(outer?.before ?? []), ...parent.elements.slice(0, at)],
    after: [...parent.elements.slice(at + 1), ...(outer?.after ?? [])],
  }
}
