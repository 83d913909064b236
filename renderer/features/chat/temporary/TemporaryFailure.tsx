import { useEffect, useRef } from 'react'
import { t } from '../../../i18n/t'
import { changeUnsent, dismissTemporaryFailure, forgetUnsent, useTemporaryChat } from '../../../state/temporaryChat'
import { Button } from '../../../ui/Button'
import { CopyButton } from '../../../ui/CopyButton'
import { Notice } from '../../../ui/Notice'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { focusAtEnd } from '../composer/MessageField'

/**
 * Says why a temporary chat could not be begun, kept or closed, whatever is in front by now, and gives back what was typed for one that could
 * not be begun. The composer below would write it to disk.
 */
export function TemporaryFailure() {
  const { failed, unsent } = useTemporaryChat()
  return (
    <>
      {failed && (
        <ErrorNotice
          role="alert"
          error={failed}
          actions={
            <Button size="small" onClick={dismissTemporaryFailure}>
              {t('chat.close')}
            </Button>
          }
        />
      )}
      {unsent !== undefined && <Unsent text={unsent} />}
    </>
  )
}

/** Whoever is in the middle of a sentence goes on in it: the rest of it is not for the disk either. */
function Unsent({ text }: { readonly text: string }) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) focusAtEnd(field.current)
  }, [])
  return (
    <Notice
      title={t('chat.temporary.unsent')}
      actions={
        <>
          <CopyButton text={() => text} label={t('chat.temporary.unsent.copy')} />
          <Button size="small" onClick={forgetUnsent}>
            {t('chat.temporary.unsent.discard')}
          </Button>
        </>
      }
    >
      {t('chat.temporary.unsent.why')}
      <textarea
        ref={field}
        data-keeps-focus
        aria-label={t('chat.temporary.unsent')}
        dir="auto"
        translate="no"
        rows={1}
        autoComplete="off"
        value={text}
        onChange={(event) => changeUnsent(event.currentTarget.value)}
        className="mt-1 block field-sizing-content max-h-32 w-full resize-none rounded-2 border border-line bg-raised px-2 py-1 text-13 text-text"
      />
    </Notice>
  )
}
