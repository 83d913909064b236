import type { ServerConfig } from '../../../shared/domain/server'
import { MessageText } from '../../i18n/MessageText'
import { t } from '../../i18n/t'
import { Notice } from '../../ui/Notice'

/** Tells what a server's entry says that Parley does not know, such as a misspelt word. Nothing where there is nothing. */
export function EntryRemarks({ server }: { readonly server: ServerConfig }) {
  const { remarks = [] } = server
  if (remarks.length === 0) return null
  return (
    <Notice look="ask" title={t('servers.remarks.title')}>
      {remarks.map((remark, index) => (
        <span key={index} className="breakable block">
          <MessageText message={remark} />
        </span>
      ))}
    </Notice>
  )
}
