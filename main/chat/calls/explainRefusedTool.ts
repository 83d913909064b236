import { AppError } from '../../../shared/errors/appError'

/** Anthropic: "tools.47.custom.input_schema: …". Endpoints like OpenAI's say "tools[47].function.parameters". */
const PLACE = /\btools[.[](\d{1,4})\b/
/** Google: "tools[0].function_declarations[3].parameters…". It is sent all tools in one list of declarations. */
const DECLARATION = /\btools[.[]\d{1,4}\]?\.function_?declarations\b(?:[.[](\d{1,4})\b)?/i

/**
 * Pure: says which tool an endpoint refused with the whole request, where it only says the place of the tool in the list. Any other failure
 * stays as it is.
 * @param names of the tools as they were sent
 */
export function explainRefusedTool(error: AppError, names: readonly string[]): AppError {
  const { code, params, said } = error
  if (error.reason !== 'models.notAccepted' || said === undefined) return error
  const [, place] = DECLARATION.exec(said) ?? PLACE.exec(said) ?? []
  const tool = names[Number(place ?? NaN)]
  if (tool === undefined) return error
  return new AppError(code, { reason: 'models.toolNotAccepted', params: { ...params, tool } }, { said, cause: error.cause })
}
