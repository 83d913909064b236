import { t } from '../../i18n/t'
import type { ServerId } from '../../../shared/domain/ids'
import type { ContentBlock } from '../../../shared/domain/toolResult'
import { markdownLink } from '../../../shared/markdown/markdownLink'
import { Button } from '../../ui/Button'
import { SafeText } from '../../ui/SafeText'
import { ServerQuoteLine } from '../../ui/ServerQuoteLine'
import { formatBytes } from '../../ui/format/formatBytes'
import { AttachToggle } from './composer/AttachToggle'
import { askToOpen } from '../../state/linkToOpen'
import { readBeside } from './resourceToRead'
import { WrittenBy } from './WrittenBy'

export type ResourceLinkBlock = Extract<ContentBlock, { type: 'resource_link' }>

export interface ResourceLinksProps {
  readonly server: ServerId
  readonly links: readonly ResourceLinkBlock[]
  /** For display only: the content is inside a dialog that has its own answers. */
  readonly inert?: boolean
}

/** Links to resources of a server that came one after the other. None of them is read or opened by itself. */
export function ResourceLinks({ server, links, inert = false }: ResourceLinksProps) {
  return (
    <div className="rounded-2 border border-line bg-sunk">
      <div className="flex items-center gap-1.5 px-3 pt-2 text-11 text-text-3">
        <WrittenBy server={server} /> {t('chat.linksNotRead', { count: links.length })}
      </div>
      <ul className="divide-y divide-line">
        {links.map((link, index) => (
          <ResourceLink key={index} server={server} link={link} inert={inert} />
        ))}
      </ul>
    </div>
  )
}

interface ResourceLinkProps {
  readonly server: ServerId
  readonly link: ResourceLinkBlock
  readonly inert: boolean
}

function ResourceLink({ server, link, inert }: ResourceLinkProps) {
  const web = markdownLink(link.uri, link.uri)
  const facts = [link.mimeType, link.size === undefined ? undefined : formatBytes(link.size)].filter(Boolean)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-0.5 px-3 py-2">
      <div className="flex items-center gap-2">
        <div className="min-w-0 grow">
          <ServerQuoteLine text={link.title ?? link.name} whole />
        </div>
        {!inert && (
          <>
            <Button size="small" onClick={() => readBeside({ serverId: server, uri: link.uri })}>
              {t('chat.read')}
            </Button>
            <AttachToggle attached={{ source: 'resource', serverId: server, uri: link.uri, name: link.name }} />
          </>
        )}
      </div>
      <div translate="no" className="mono breakable text-12">
        {web && !inert ? (
          <button type="button" role="link" className="text-start text-accent hover:underline" onClick={() => askToOpen(web.url)}>
            <SafeText text={link.uri} />
          </button>
        ) : (
          <SafeText text={link.uri} />
        )}
        {facts.length > 0 && (
          <span className="num ms-2 text-text-3">
            <SafeText text={facts.join(' · ')} />
          </span>
        )}
      </div>
      {link.description !== undefined && <ServerQuoteLine text={link.description} whole />}
    </li>
  )
}
