import { useId, useState } from 'react'
import type { ServerId } from '../../../../shared/domain/ids'
import { serverIdOf } from '../../../../shared/domain/idText'
import type { ImportSource } from '../../../../shared/domain/server'
import { callHost } from '../../../rpc/callHost'
import { useHostQuery } from '../../../rpc/useHostQuery'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { DialogFoot } from '../../../ui/DialogFoot'
import { EmptyState } from '../../../ui/EmptyState'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { Skeleton } from '../../../ui/Skeleton'
import { useAsyncAction } from '../../../widgets/useAsyncAction'
import { showServers } from '../../../state/navigation'
import { candidatesOf, ImportServersReview, launchOf, nameProblem, type Candidate } from './ImportServersReview'
import { useServers } from '../../../rpc/useServers'
import { t, translator } from '../../../i18n/t'
import { Notice } from '../../../ui/Notice'

/** Imports servers from other hosts on this computer. They start disabled, so that the person can review each one first. */
export function ImportServersDialog({ onClose }: { readonly onClose: () => void }) {
  const id = useId()
  const sources = useHostQuery('servers.importSources', {}, { staleTime: 60_000 })
  const taken = (useServers() ?? []).map(({ server }) => server.id)
  const [edited, setEdited] = useState<readonly Candidate[] | undefined>()
  const { busy, failed, run } = useAsyncAction()
  const candidates = edited ?? allCandidates(sources.data ?? [], taken)
  const chosen = candidates.filter((candidate) => candidate.chosen)
  const ready = chosen.length > 0 && chosen.every((candidate) => nameProblem(candidate, candidates, taken) === undefined)
  const takeOver = async (): Promise<void> => {
    await importAll(chosen)
    onClose()
    showServers()
  }
  return (
    <Dialog
      title={t('servers.import.title')}
      onClose={onClose}
      foot={(arming, unseen) => (
        <DialogFoot onCancel={onClose} note={unseen === undefined ? t('servers.import.note') : t('questions.scrollFirst', { unseen })}>
          <Button
            size="action"
            look="ink"
            arming={arming}
            busy={busy}
            disabled={!ready || unseen !== undefined}
            onClick={() => run(takeOver)}
          >
            {chosen.length > 0 ? t('servers.import.takeOverCount', { count: chosen.length }) : t('servers.import.takeOver')}
          </Button>
        </DialogFoot>
      )}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-6 py-4">
        {failed && <ErrorNotice role="alert" error={failed} />}
        {sources.error && <ErrorNotice error={sources.error} />}
        {sources.isPending && <Skeleton label={t('servers.import.looking')} />}
        {sources.data?.length === 0 && <EmptyState title={t('servers.import.none')} text={t('servers.import.noneHelp')} />}
        {sources.data?.map((source, index) => (
          <section key={source.path} aria-labelledby={`${id}-${index}`} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
            <h3 className="text-11 font-label text-text-3">
              <span id={`${id}-${index}`} translate="no">
                {source.host}
              </span>{' '}
              <code translate="no" className="mono breakable font-text">
                {source.path}
              </code>
            </h3>
            {source.found.problems.map((problem, index) => (
              <Notice key={index} look="danger" title={translator().message(problem)} />
            ))}
            <ImportServersReview
              candidates={candidates.filter((candidate) => candidate.key.startsWith(source.path))}
              taken={taken}
              onCandidates={(part) =>
                setEdited(candidates.map((candidate) => part.find((changed) => changed.key === candidate.key) ?? candidate))
              }
            />
          </section>
        ))}
      </div>
    </Dialog>
  )
}

function allCandidates(sources: readonly ImportSource[], taken: readonly ServerId[]): readonly Candidate[] {
  const names = [...taken]
  return sources.flatMap((source) => {
    const candidates = candidatesOf(source.found.servers, names, `${source.path} `)
    names.push(...candidates.map((candidate) => serverIdOf(candidate.name)))
    return candidates
  })
}

/** Sends the servers as found, with the keys that were typed. The host moves values that look like secrets into the vault before it writes anything. */
async function importAll(chosen: readonly Candidate[]): Promise<void> {
  await callHost('servers.import', {
    servers: chosen.map((candidate) => ({
      id: serverIdOf(candidate.name.trim()),
      launch: launchOf(candidate),
      disabledTools: [...candidate.found.disabledTools],
    })),
  })
}
