import type { ServerConfig } from '../../../shared/domain/server'
import { plainName } from '../../../shared/lib/confusableNames'
import { MessageText } from '../../i18n/MessageText'
import { t } from '../../i18n/t'
import { useTopic } from '../../rpc/useTopic'
import { Notice } from '../../ui/Notice'

/** Tells whose name a server's looks like, and what its entry says that Parley does not know, such as a misspelt word. Nothing where there is nothing. */
export function ServerEntryRemarks({ server }: { readonly server: ServerConfig }) {
  const { remarks = [] } = server
  const alike = useTopic('servers', ({ lookAlikes = {} }) => (Object.hasOwn(lookAlikes, server.id) ? lookAlikes[server.id] : undefined))
  return (
    <>
      {alike !== undefined && <Notice look="ask" title={t('servers.lookAlike', { server: plainName(alike) })} />}
      {remarks.length > 0 && (
        <Notice look="ask" title={t('servers.remarks.title')}>
          {remarks.map((remark, index) => (
            <span key={index} className="breakable block">
              <MessageText message={remark} />
            </span>
          ))}
        </Notice>
      )}
    </>
  )
}
