import type { ComponentProps, ReactNode } from 'react'
import { t } from '../../../i18n/t'

/** The frame around the field of the message and its buttons. */
export function MessageFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className="rounded-4 border border-line-strong bg-raised focus-within:has-[textarea:focus]:border-accent focus-within:has-[textarea:focus]:ring focus-within:has-[textarea:focus]:ring-accent">
      {children}
    </div>
  )
}

/** The field where a person writes a message. The focus returns to it when what had it is gone. */
export function MessageField(props: ComponentProps<'textarea'>) {
  return (
    <textarea
      data-focus-home
      aria-label={t('chat.message')}
      placeholder={t('chat.message.placeholder')}
      rows={1}
      autoComplete="off"
      className="block field-sizing-content max-h-60 min-h-11 w-full resize-none bg-transparent px-[0.9375rem] pt-3 pb-1 text-14 outline-none"
      {...props}
    />
  )
}

/** Gives the field the focus, with the caret after what is written in it. */
export function focusAtEnd(field: HTMLTextAreaElement | null): void {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}

/** The same, and brings the caret into view in a long text. */
export function showEnd(field: HTMLTextAreaElement | null): void {
  focusAtEnd(field)
  if (field) field.scrollTop = field.scrollHeight
}
