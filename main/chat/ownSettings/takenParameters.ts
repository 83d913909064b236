import type { ModelParameters } from '../../../shared/domain/projects/project'
import type { OpenModel } from '../../models/openModel'

/** Returns the parameters that a model takes. What nobody knows of it is sent. */
export async function takenParameters(
  wanted: ModelParameters,
  { facts }: Pick<OpenModel, 'facts'>,
  signal: AbortSignal,
): Promise<ModelParameters> {
  if (Object.keys(wanted).length === 0) return wanted
  const { thinks, temperature: takesTemperature } = (await facts?.(signal)) ?? {}
  const { temperature, reasoning, ...always } = wanted
  return {
    ...always,
    ...(temperature !== undefined && takesTemperature !== false && { temperature }),
    ...(reasoning !== undefined && thinks !== false && { reasoning }),
  }
}
