import type { ModelPattern } from '../../shared/domain/policy'
import type { AppError } from '../../shared/errors/appError'
import { matchesWildcard } from '../../shared/lib/matchesWildcard'
import type { Policy, PolicySheet } from './policySheet'
import { policyRefusal } from './policyRefusal'
import { matchesUrl } from './urlPattern'

/** A model: its address and its id there. Without a name, any model at that address. */
export interface JudgedModel {
  readonly address: string
  readonly name?: string | undefined
}

/** Pure: why a model may not be used; undefined if it may. */
export function forbidsModel(policy: Policy, model: JudgedModel): AppError | undefined {
  return forbids(policy, model, ({ models }) => models?.allow, '')
}

/** Pure: why servers may not use a model; undefined if they may. */
export function forbidsModelToServers(policy: Policy, model: JudgedModel): AppError | undefined {
  return forbidsModel(policy, model) ?? forbids(policy, model, ({ sampling }) => sampling?.models, 'ForServers')
}

function forbids(
  { sheets }: Policy,
  model: JudgedModel,
  listOf: (sheet: PolicySheet) => readonly ModelPattern[] | undefined,
  forWhom: '' | 'ForServers',
): AppError | undefined {
  const sheet = sheets.find((one) => listOf(one)?.some((pattern) => isModel(pattern, model)) === false)
  if (!sheet) return undefined
  if (model.name === undefined) return policyRefusal(sheet, `policy.modelsAt${forWhom}`, { address: model.address })
  return policyRefusal(sheet, `policy.model${forWhom}`, { model: model.name })
}

function isModel({ address, names }: ModelPattern, model: JudgedModel): boolean {
  if (address !== undefined && !matchesUrl(address, model.address)) return false
  return names === undefined || model.name === undefined || names.some((name) => matchesWildcard(name, model.name ?? ''))
}
