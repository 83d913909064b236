import type { ArgumentCondition } from '../../shared/domain/rule'

export type ConditionTest = ArgumentCondition['test']

/** What a condition says between an argument and its value: "priority *is at least* 2". */
export const testWords = {
  is: 'is',
  atLeast: 'is at least',
  atMost: 'is at most',
  inFolder: 'is in folder',
  inRepository: 'is in repository',
  onHost: 'is on host',
} as const satisfies Record<ConditionTest, string>
