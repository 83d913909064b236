import type { ReactNode } from 'react'
import { t } from '../../../i18n/t'
import { SegmentedControl } from '../../../ui/form/SegmentedControl'
import type { ShownDocument } from './shownDocument'
import { TableView } from './TableView'
import { TextView } from './TextView'
import { TreeView } from './TreeView'
import { useViewChoice, type ResultView } from './viewChoice'

export interface ResultViewsProps {
  readonly shown: ShownDocument
  readonly server: string
  /** The text on the server's paper, if it is read as sentences. */
  readonly prose?: ReactNode
}

/** One text of a result as a table, as a tree and as text, as far as it can be shown so. */
export function ResultViews({ shown, server, prose }: ResultViewsProps) {
  const { facts } = shown
  const views = viewsOf(shown, prose !== undefined)
  const { view: chosen, choose, lookedFor } = useViewChoice(shown)
  const [first = 'text'] = views
  // All of what is on the server's paper is drawn.
  const unchosen = lookedFor === undefined || first === 'prose' ? first : 'text'
  const view = chosen !== undefined && views.includes(chosen) ? chosen : unchosen
  const choice = views.length > 1 && (
    <SegmentedControl
      label={t('chat.results.view')}
      options={views.map((value) => ({ value, label: t(`chat.results.view.${value}`) }))}
      value={view}
      onValue={choose}
    />
  )
  const props = { shown, server, choice }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {view === 'table' && <TableView {...props} />}
      {view === 'tree' && <TreeView {...props} />}
      {view === 'text' && <TextView {...props} lookedFor={lookedFor} />}
      {view === 'prose' && (
        <>
          <div className="flex justify-end">{choice}</div>
          {prose}
        </>
      )}
      {facts.isTooMany && <p className="text-12 text-text-2">{t('chat.results.tooMany')}</p>}
      {facts.isRounded && <p className="text-12 text-text-2">{t('chat.results.rounded')}</p>}
    </div>
  )
}

function viewsOf({ facts: { table, hasTree } }: ShownDocument, hasProse: boolean): readonly ResultView[] {
  return [
    ...(table ? (['table'] as const) : []),
    ...(hasTree ? (['tree'] as const) : []),
    ...(hasProse ? (['prose'] as const) : []),
    'text',
  ]
}
