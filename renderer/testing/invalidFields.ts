import { screen } from '@testing-library/react'
import { namesOf } from './namesOf'

/** Returns the names of the fields that are marked as invalid, in order. A password field has no role, but every field has a label. */
export function invalidFields(): readonly string[] {
  return namesOf(screen.queryAllByLabelText(/./).filter((field) => field.getAttribute('aria-invalid') === 'true'))
}
