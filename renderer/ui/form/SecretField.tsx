import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../IconButton'
import { TextField, type TextFieldProps } from './TextField'
import { t } from '../../i18n/t'

export interface SecretFieldProps extends TextFieldProps {
  /**
   * The value is not a secret, or not yet, so it is visible. The input element stays the same, so that the person keeps the cursor's
   * position.
   */
  readonly plain?: boolean
}

/** Takes a new secret. It appears as dots, can be shown until it is sent, and is never shown again. */
export function SecretField({ plain = false, ...props }: SecretFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <div className="flex items-center gap-2">
      <TextField {...props} mono spellCheck={false} autoComplete="off" type={shown || plain ? 'text' : 'password'} />
      {!plain && (
        <IconButton
          look="outlined"
          label={shown ? t('ui.secret.hide') : t('ui.secret.show')}
          icon={
            shown ? <EyeOff size={15} strokeWidth={1.75} aria-hidden="true" /> : <Eye size={15} strokeWidth={1.75} aria-hidden="true" />
          }
          onClick={() => setShown(!shown)}
        />
      )}
    </div>
  )
}
