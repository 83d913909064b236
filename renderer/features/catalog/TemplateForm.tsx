import { useState, type FormEvent } from 'react'
import { t } from '../../i18n/t'
import type { ResourceTemplate } from '../../../shared/domain/catalog'
import type { ServerId } from '../../../shared/domain/ids'
import { showResource } from '../../state/navigation'
import { Button } from '../../ui/Button'
import { SafeText } from '../../ui/SafeText'
import { ServerQuote } from '../../ui/ServerQuote'
import { templateUri } from '../../widgets/templateUri'
import { TemplateFields } from '../../widgets/TemplateFields'
import { plainText } from '../../../shared/lib/unsafeCharacters'
import { AttachButton } from './AttachButton'
import { ResourceFacts } from './ResourceFacts'

/** Shows the variables of a template as fields with the server's proposals, and the resulting address. */
export function TemplateForm({ serverId, template }: { readonly serverId: ServerId; readonly template: ResourceTemplate }) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const { uri, empty } = templateUri(template.uriTemplate, values)
  const words = [template.title, template.description].filter(Boolean).join('\n')
  const read = (event: FormEvent): void => {
    event.preventDefault()
    if (!empty) showResource(serverId, uri)
  }
  return (
    <form
      onSubmit={read}
      aria-label={t('catalog.fillInName', { name: plainText(template.name) })}
      className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-3 ps-6.5"
    >
      {words !== '' && <ServerQuote by={serverId} text={words} cutAt={2000} />}
      <ResourceFacts annotations={template.annotations} />
      <TemplateFields serverId={serverId} uriTemplate={template.uriTemplate} values={values} onValues={setValues} />
      <div
        role="group"
        aria-label={t('catalog.address')}
        className="grid items-start gap-x-4 gap-y-1 medium:grid-cols-[7.25rem_minmax(0,1fr)]"
      >
        <span aria-hidden="true" className="text-12 leading-5 text-text-3 medium:pt-[0.4375rem]">
          {t('catalog.address')}
        </span>
        <code
          translate="no"
          className="mono breakable rounded-2 border border-line bg-sunk px-[0.5625rem] py-[0.375rem] text-12 text-text-2"
        >
          <SafeText text={uri} />
        </code>
      </div>
      <div className="flex flex-wrap gap-2 justify-self-end">
        {!empty && <AttachButton long what={{ source: 'resource', serverId, uri, name: uri }} />}
        <Button type="submit" look="ink" disabled={empty}>
          {t('catalog.read')}
        </Button>
      </div>
    </form>
  )
}
