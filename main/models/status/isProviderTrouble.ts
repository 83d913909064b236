import type { AppError } from '../../../shared/errors/appError'

/**
 * Pure: whether a failed request says that its provider cannot be used at all. Others are of one model, one conversation or one moment, or
 * of the vault, which says so itself; an endpoint without a list of models may still answer.
 */
export function isProviderTrouble({ code }: Pick<AppError, 'code'>): boolean {
  switch (code) {
    case 'MODEL_REFUSED_KEY':
    case 'MODEL_UNREACHABLE':
    case 'MODEL_QUOTA':
    case 'SECRET_MISSING':
    case 'TIMED_OUT':
      return true
    default:
      return false
  }
}
