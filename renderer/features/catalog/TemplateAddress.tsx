import { SafeText } from '../../ui/SafeText'

/** The address of a template, with what is to be filled in marked. */
export function TemplateAddress({ template }: { readonly template: string }) {
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
