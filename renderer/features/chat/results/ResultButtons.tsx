import { useState } from 'react'
import type { WantedPart } from '../../../../shared/results/resultAnswers'
import { t } from '../../../i18n/t'
import { CopyButton } from '../../../ui/CopyButton'
import { DownloadButton } from '../../../ui/files/DownloadButton'
import { downloadContent } from '../files/downloadContent'
import { collectToCopy, collectToSave } from './collectPart'
import type { ShownDocument } from './shownDocument'

export interface ResultButtonProps {
  readonly shown: ShownDocument
  readonly part: WantedPart
  readonly label: string
}

/** Copies a part of a result, and says so where it is too long for that. */
export function CopyPart({ shown, part, label }: ResultButtonProps) {
  const [tooLong, setTooLong] = useState<string>()
  const asked = JSON.stringify(part)
  const read = async (): Promise<string> => {
    const text = await collectToCopy(shown, part)
    setTooLong(text === undefined ? asked : undefined)
    if (text === undefined) throw new Error('Too long to copy')
    return text
  }
  return (
    <>
      {tooLong === asked && <span role="status">{t('chat.results.tooLongToCopy')}</span>}
      <CopyButton label={label} text={read} />
    </>
  )
}

/** Saves a part of a result as a file. */
export function SavePart({ shown, part, label, file, type }: ResultButtonProps & { readonly file: string; readonly type: string }) {
  return <DownloadButton label={label} download={() => downloadContent(file, () => collectToSave(shown, part, type))} />
}
