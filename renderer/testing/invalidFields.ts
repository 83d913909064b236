import { screen } from '@testing-library/react'
import { namesOf } from './namesOf'

/** The names of the fields that are marked as wrong, in order. A field for a password has no role, but all have labels. */
export function invalidFields(): readonly string[] {
  return namesOf(screen.queryAllByLabelText(/./).filter((field) => field.getAttribute('aria-invalid') === 'true'))
}
