import { variableAffectsExecution } from '../domain/launch/variableAffectsExecution'
import { hideSecretPieces, isServiceKeyName, nameAsksForSecret, valueLooksSecret } from './secretPatterns'

const MASK = '•••'

/**
 * Pure: the value of a variable or header as it is shown to somebody who decides about it. Only what looks like a secret is hidden. What can
 * change what runs, and a path, is always shown whole: a person must not agree to what they cannot read.
 */
export function maskValue(name: string, value: string): string {
  if (value === '') return value
  if (isServiceKeyName(name)) return MASK
  if (/proxy$/i.test(name)) return hideSecretPieces(value, MASK)
  if (variableAffectsExecution(name)) return value
  if (nameAsksForSecret(name)) return MASK
  if (isPath(value) || !valueLooksSecret(value)) return value
  const shown = hideSecretPieces(value, MASK)
  return shown === value ? MASK : shown
}

function isPath(value: string): boolean {
  return /^(?:~|\.{1,2})?[/\\]|^[a-z]:[/\\]|^file:/i.test(value)
}
