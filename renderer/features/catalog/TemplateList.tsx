import { Braces } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../i18n/t'
import type { ResourceTemplate } from '../../../shared/domain/catalog'
import type { ServerId } from '../../../shared/domain/ids'
import { Button } from '../../ui/Button'
import { SafeText } from '../../ui/SafeText'
import { ServerQuoteLine } from '../../ui/ServerQuoteLine'
import { plainText } from '../../../shared/lib/unsafeCharacters'
import { TemplateForm } from './TemplateForm'

/** Families of resources. A person chooses one and fills in its variables. */
export function TemplateList({ serverId, templates }: { readonly serverId: ServerId; readonly templates: readonly ResourceTemplate[] }) {
  const [open, setOpen] = useState<string>()
  if (templates.length === 0) return null
  return (
    <ul aria-label={t('catalog.templates')} className="divide-y divide-line overflow-hidden rounded-3 border border-line bg-raised">
      {templates.map((template) => (
        <li key={template.uriTemplate} className="px-4 py-2">
          <div className="flex items-center gap-3">
            <Braces size={15} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-text-3" />
            <div className="min-w-0 grow">
              <div translate="no" className="mono breakable font-label">
                <SafeText text={template.name} />
              </div>
              <TemplateAddress template={template.uriTemplate} />
              {(template.title ?? template.description) !== undefined && open !== template.uriTemplate && (
                <ServerQuoteLine className="mt-[0.1875rem]" lead={template.title} text={template.description ?? ''} />
              )}
            </div>
            {template.mimeType !== undefined && (
              <span translate="no" className="cut shrink-0 text-12 text-text-2 max-medium:hidden">
                <SafeText text={template.mimeType} />
              </span>
            )}
            <Button
              data-list-item
              size="small"
              aria-expanded={open === template.uriTemplate}
              aria-label={t('catalog.fillInName', { name: plainText(template.name) })}
              onClick={() => setOpen(open === template.uriTemplate ? undefined : template.uriTemplate)}
            >
              {t('catalog.fillIn')}
            </Button>
          </div>
          {open === template.uriTemplate && <TemplateForm serverId={serverId} template={template} />}
        </li>
      ))}
    </ul>
  )
}

/** The address of a template, with its variables marked. */
function TemplateAddress({ template }: { readonly template: string }) {
  return (
    <span translate="no" className="mono breakable block text-12 text-text-3">
      {template.split(/(\{[^{}]*\})/).map((part, index) =>
        part.startsWith('{') ? (
          <span key={index} className="text-accent">
            <SafeText text={part} />
          </span>
        ) : (
          <SafeText key={index} text={part} />
        ),
      )}
    </span>
  )
}
