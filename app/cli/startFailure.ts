import type { Evidence } from '../../shared/domain/connectionState'
import type { AppError } from '../../shared/errors/appError'
import type { Translator } from '../../shared/i18n/translator'
import { escapeForTerminal, quoteForTerminal } from './escapeForTerminal'

/** A server that did not start, or cannot, with what may say why. */
export class StartFailure extends Error {
  readonly serverId: string
  readonly error: AppError
  readonly evidence: Evidence | undefined

  constructor(serverId: string, error: AppError, evidence: Evidence | undefined) {
    super(error.message, { cause: error })
    this.serverId = serverId
    this.error = error
    this.evidence = evidence
  }
}

/** Pure: returns the lines of a server's output, with a mark where some are left out. */
export function evidenceLines({ first, lines }: Extract<Evidence, { kind: 'output' }>, { t }: Pick<Translator, 't'>): readonly string[] {
  return first ? [...first, t('servers.failure.leftOut'), ...lines] : lines
}

/** Pure: formats evidence for a terminal, below a line that says what it is. Undefined when there is nothing to show. */
export function evidenceText(server: string, evidence: Evidence, translator: Pick<Translator, 't'>): string | undefined {
  const isPath = evidence.kind === 'path'
  const lines = isPath ? [...new Set(evidence.folders)] : evidenceLines(evidence, translator)
  if (lines.length === 0) return undefined
  const heading = isPath ? translator.t('cli.searched') : translator.t('cli.printed', { server })
  return `${heading}\n${quoteForTerminal(escapeForTerminal(lines.join('\n')))}`
}
