import type { AnswerTo } from '../../../../shared/domain/question'

/** All that can be answered on a card: nothing is changed and nothing is remembered there. The host takes nothing else from one. */
export const denyOnCard: AnswerTo<'approval'> = { kind: 'approval', action: 'deny', onCard: true }
export const allowOnCard: AnswerTo<'approval'> = { kind: 'approval', action: 'allowOnce', onCard: true }

/** The same in the dialog about several calls at once. */
export const denyTogether: AnswerTo<'approval'> = { kind: 'approval', action: 'deny', together: true }
export const allowTogether: AnswerTo<'approval'> = { kind: 'approval', action: 'allowOnce', together: true }
