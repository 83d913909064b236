import { AppError } from '../../../shared/errors/appError'

/** Anthropic: "tools.47.custom.input_schema: …". Endpoints like OpenAI's say "tools[47].function.parameters". */
const PLACE = /\btools[.[](\d{1,4})\b/

/**
 * Pure: says which tool an endpoint refused with the whole request, where it only says the place of the tool in the list. Any other failure
 * stays as it is.
 * @param names of the tools as they were sent
 */
export function explainRefusedTool(error: AppError, names: readonly string[]): AppError {
  const { code, params, said } = error
  if (error.reason !== 'models.notAccepted' || said === undefined) return error
  const tool = names[Number(PLACE.exec(said)?.[1] ?? NaN)]
  if (tool === undefined) return error
  return new AppError(code, { reason: 'models.toolNotAccepted', params: { ...params, tool } }, { said, cause: error.cause })
}
