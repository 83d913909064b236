import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { escapeTerminalControls } from '../../shared/lib/escapeTerminalControls'
import { Button } from './Button'
import { IconButton } from './IconButton'
import { t } from '../i18n/t'

export interface CopyButtonProps {
  /** Called at the press, so that no long text is kept in memory for it. A rejection counts as not copied. */
  readonly text: () => string | Promise<string>
  readonly look?: 'icon' | 'word'
  /** Use a longer label than "Copy" when several buttons are next to each other. */
  readonly label?: string
}

/** Copies a text and shows for two seconds that it did. Its accessible name stays the same. */
export function CopyButton({ text, look = 'word', label = t('ui.copy') }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | undefined>()
  useEffect(() => {
    if (outcome === undefined) return
    const timer = setTimeout(() => setOutcome(undefined), 2000)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = () => {
    write(text).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    )
  }
  const icon =
    outcome === 'copied' ? (
      <Check size={13} strokeWidth={2} aria-hidden="true" className="text-allow" />
    ) : (
      <Copy size={13} strokeWidth={1.75} aria-hidden="true" />
    )
  if (look === 'icon') return <IconButton size="small" label={label} icon={icon} onClick={copy} />
  return (
    <Button look="bare" size="small" aria-label={label} onClick={copy}>
      {icon}
      {outcome === 'copied' ? t('ui.copied') : outcome === 'failed' ? t('ui.notCopied') : label}
    </Button>
  )
}

async function write(text: CopyButtonProps['text']): Promise<void> {
  await navigator.clipboard.writeText(escapeTerminalControls(await text()))
}
