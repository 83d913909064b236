import type { FolderCheck } from '../../../shared/domain/folderListing'
import type { ServerId } from '../../../shared/domain/ids'
import { callHost } from '../../rpc/callHost'
import { FolderRemark } from '../FolderRemark'
import { useQuery } from '@tanstack/react-query'

export interface FolderRemarksProps {
  readonly folders: readonly string[]
  /** Those that are told about them. */
  readonly servers: readonly ServerId[]
}

/** What a person should know of folders that servers are told about: that one is gone, what is in it, or that a policy forbids it for a server. */
export function FolderRemarks({ folders, servers }: FolderRemarksProps) {
  const { data: checks = [] } = useQuery({
    queryKey: ['folderChecks', folders, servers],
    queryFn: ({ signal }) => checkAll(folders, servers, signal),
    enabled: folders.length > 0,
  })
  const remarks = checks.filter((check) => check.forbidden ?? check.risk ?? !check.found)
  return remarks.map((check) => (
    <div key={check.folder}>
      <span translate="no" className="mono breakable text-12">
        {check.folder}
      </span>
      <FolderRemark check={check} />
    </div>
  ))
}

/** The first remark on each folder: what is in it is the same for all servers, what a policy says is not. */
async function checkAll(folders: readonly string[], servers: readonly ServerId[], signal: AbortSignal): Promise<readonly FolderCheck[]> {
  const checks = await Promise.all(servers.map((serverId) => callHost('folders.check', { serverId, folders: [...folders] }, signal)))
  return folders.flatMap((_, index) => {
    const ofFolder = checks.flatMap((ofServer) => ofServer[index] ?? [])
    return ofFolder.find(({ forbidden }) => forbidden !== undefined) ?? ofFolder[0] ?? []
  })
}
