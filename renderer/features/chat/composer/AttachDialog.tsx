import { Braces, FileText, GraduationCap } from 'lucide-react'
import { useId, useState } from 'react'
import { t } from '../../../i18n/t'
import type { ResourceTemplate } from '../../../../shared/domain/catalog'
import type { ServerId } from '../../../../shared/domain/ids'
import { useCatalogs } from '../../../rpc/useCatalogs'
import { useAttachments, type Attached } from '../../../state/draftAttachments'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { SafeText } from '../../../ui/SafeText'
import { ServerQuoteLine } from '../../../ui/ServerQuoteLine'
import { SearchField } from '../../../ui/form/SearchField'
import { plainText } from '../../../../shared/lib/unsafeCharacters'
import { formatBytes } from '../../../ui/format/formatBytes'
import { attachEntries, type AttachEntry } from './attachEntries'
import { ChooseFiles } from '../files/ChooseFiles'
import { AttachToggle } from './AttachToggle'
import { AttachTemplateForm } from '../pick/AttachTemplateForm'
import { useChosenAccounts } from '../useChosenAccounts'
import { SafeName } from '../../../ui/SafeName'

interface Filling {
  readonly serverId: ServerId
  readonly template: ResourceTemplate
}

export interface AttachDialogProps {
  readonly onClose: () => void
  /** Absent where the next message takes no files. */
  readonly onFiles: ((files: readonly File[]) => void) | undefined
}

/** Takes files of the person if the chat does, and lists everything readable that the ready servers offer. The chosen items go with the next message. */
export function AttachDialog({ onClose, onFiles }: AttachDialogProps) {
  const [filling, setFilling] = useState<Filling>()
  if (filling) return <AttachTemplateForm {...filling} onEnd={() => setFilling(undefined)} />
  return <Picker onClose={onClose} onFiles={onFiles} onFill={setFilling} />
}

function Picker({ onClose, onFiles, onFill }: AttachDialogProps & { readonly onFill: (filling: Filling) => void }) {
  const catalogs = useCatalogs(useChosenAccounts())
  const id = useId()
  const [query, setQuery] = useState('')
  const count = useAttachments(({ attached }) => attached.length)
  const { groups, found, total } = attachEntries(catalogs, query)
  const shown = groups.reduce((sum, { entries }) => sum + entries.length, 0)
  return (
    <Dialog
      title={t('chat.attach')}
      end={<SearchField label={t('chat.search')} value={query} onValue={setQuery} className="w-64 max-medium:w-full" />}
      onClose={onClose}
      foot={
        <>
          <p className="num grow text-12 text-text-3">{t('chat.attachedCount', { count })}</p>
          <Button size="action" look="ink" onClick={onClose}>
            {t('chat.done')}
          </Button>
        </>
      }
    >
      {onFiles ? (
        <ChooseFiles
          onFiles={(files) => {
            onFiles(files)
            onClose()
          }}
        />
      ) : (
        <p className="border-b border-line px-6 py-3 text-12 text-text-2">{t('chat.temporary.noFiles')}</p>
      )}
      {groups.length === 0 && <p className="px-6 py-4 text-text-2">{t(total === 0 ? 'chat.nothingToAttach' : 'chat.nothingMatches')}</p>}
      {groups.map(({ serverId, entries }, index) => (
        <section key={serverId} aria-labelledby={`${id}-${index}`} className="border-line not-first:border-t">
          <h3 id={`${id}-${index}`} translate="no" className="px-6 pt-3 pb-1 text-12 font-label text-text-2">
            <SafeName name={serverId} />
          </h3>
          <ul className="pb-2">
            {entries.map((entry) => (
              <Row key={keyOf(entry)} entry={entry} onFill={onFill} />
            ))}
          </ul>
        </section>
      ))}
      {found > shown && (
        <p className="num border-t border-line px-6 py-2.5 text-12 text-text-3">{t('chat.firstFound', { shown, found })}</p>
      )}
    </Dialog>
  )
}

function Row({ entry, onFill }: { readonly entry: AttachEntry; readonly onFill: (filling: Filling) => void }) {
  const { icon: Icon, name, address, said, note } = factsOf(entry)
  return (
    <li className="flex items-center gap-3 px-6 py-1.5">
      <Icon size={15} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-text-2" />
      <div className="min-w-0 grow">
        <div translate="no" className="mono breakable">
          <SafeText text={name} />
        </div>
        {address !== undefined && (
          <div translate="no" className="mono breakable text-12 text-text-3">
            <SafeText text={address} />
          </div>
        )}
        {said !== undefined && <ServerQuoteLine className="mt-0.5" text={said} />}
      </div>
      {note !== '' && (
        <span {...(entry.kind !== 'skill' && { translate: 'no' })} className="num shrink-0 text-12 text-text-3 max-medium:hidden">
          <SafeText text={note} />
        </span>
      )}
      {entry.kind === 'template' ? (
        <Button
          size="small"
          aria-label={t('chat.fillInNameOf', { name: plainText(name), serverId: entry.serverId })}
          onClick={() => onFill(entry)}
        >
          {t('chat.fillIn')}
        </Button>
      ) : (
        <AttachToggle attached={attachedFrom(entry)} />
      )}
    </li>
  )
}

function factsOf(entry: AttachEntry) {
  if (entry.kind === 'skill') {
    const { name, description, files } = entry.skill
    return { icon: GraduationCap, name, address: undefined, said: description, note: t('chat.skillFiles', { count: files.length }) }
  }
  if (entry.kind === 'template') {
    const { name, title, description, uriTemplate, mimeType = '' } = entry.template
    return { icon: Braces, name, address: uriTemplate, said: description ?? title, note: mimeType }
  }
  const { name, title, description, uri, mimeType, size } = entry.resource
  const note = [mimeType, size === undefined ? undefined : formatBytes(size)].filter(Boolean).join(' · ')
  return { icon: FileText, name, address: uri, said: description ?? title, note }
}

function attachedFrom(entry: Exclude<AttachEntry, { kind: 'template' }>): Attached {
  const { kind: source, serverId } = entry
  return entry.kind === 'skill'
    ? { source, serverId, uri: entry.uri, name: entry.skill.name }
    : { source, serverId, uri: entry.resource.uri, name: entry.resource.name }
}

function keyOf(entry: AttachEntry): string {
  if (entry.kind === 'skill') return `skill ${entry.uri} ${entry.skill.name}`
  return entry.kind === 'resource' ? `resource ${entry.resource.uri}` : `template ${entry.template.uriTemplate}`
}
