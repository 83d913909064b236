import type { ServerId } from '../../../shared/domain/ids'
import type { Answer, Question, SignInDetails } from '../../../shared/domain/question'
import { assertNever } from '../../../shared/lib/assertNever'
import type { Translator } from '../../../shared/i18n/translator'
import type { TypedHostClient } from '../../../main/rpc/typedHostClient'
import { escapeForTerminal } from '../escapeForTerminal'

/** A question that a person answers by signing in. */
export type SignInQuestion = Question & { readonly details: SignInDetails }

/** Signs a person in. Resolves with 'done' when the question no longer needs an answer. */
export type SignInHere = (question: SignInQuestion, client: TypedHostClient, signal: AbortSignal) => Promise<'done' | 'notNow'>

/** A person or a program that answers the questions of servers. */
export interface QuestionAnswerer {
  /** Whether it has an answer when this server wants its folders. */
  answersFolders(serverId: ServerId): boolean
  /** Resolves to undefined when it has no answer. Then the question is refused. */
  answer(question: Question, signal: AbortSignal): Promise<Answer | undefined>
  /** Set when a person can sign in here. */
  readonly signIn?: SignInHere | undefined
}

/** Pure: returns the answer that refuses a question. */
export function refusal(question: Question): Answer {
  const { kind } = question.details
  switch (kind) {
    case 'form':
    case 'page':
      return { kind, action: 'decline' }
    case 'approval':
    case 'sampling':
      return { kind, action: 'deny' }
    case 'samplingReview':
      return { kind, action: 'discard' }
    case 'folders':
      return { kind, action: 'shareNothing' }
    case 'start':
    case 'signIn':
      return { kind, action: 'notNow' }
    case 'changed':
      return { kind, action: 'keepOff' }
    default:
      return assertNever(kind)
  }
}

/** Pure: describes a question in one line that is safe for a terminal. Addresses and names in it come from the server. */
export function askedLine({ t, list }: Translator, { asker, details }: Question): string {
  const { kind } = details
  const server = asker.serverId
  switch (kind) {
    case 'form':
      return t('questions.asks.form', { server })
    case 'page':
      return t(details.opened ? 'terminal.asks.pageOpened' : 'terminal.asks.page', { server, url: escapeForTerminal(details.url) })
    case 'approval':
      return t('terminal.asks.approval', { tool: escapeForTerminal(details.tool), server })
    case 'sampling':
      return t('questions.asks.sampling', { server })
    case 'samplingReview':
      return t('terminal.asks.samplingReview', { server })
    case 'folders':
      return t('terminal.asks.folders', { server })
    case 'start':
      return t('terminal.asks.start', { server })
    case 'changed':
      return t('terminal.asks.changed', {
        server,
        names: escapeForTerminal(
          list(
            details.changes.map(({ after }) => t('chat.quoted', { name: after.name })),
            'unit',
          ),
        ),
      })
    case 'signIn':
      return t('terminal.asks.signIn', { server })
    default:
      return assertNever(kind)
  }
}
