import { Check, type LucideIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { longestHint } from '../../ui/form/longestHint'
import { TextField } from '../../ui/form/TextField'
import { t } from '../../i18n/t'

/** Of a folder and of a project. */
const LONGEST_NAME = 100

export interface Place<Id extends string> {
  /** Null: in none. */
  readonly id: Id | null
  readonly name: string
  /** What tells it from another one of the same name. */
  readonly note?: string | undefined
}

export interface ChoosePlaceDialogProps<Id extends string> {
  readonly title: string
  /** What all places are together: "Folders". */
  readonly label: string
  readonly Icon: LucideIcon
  readonly places: readonly Place<Id>[]
  /** What being in none of them is called. */
  readonly none: string
  /** Where all of them are now. Undefined if they are in several. */
  readonly here: Id | null | undefined
  /** What a new one is called: "New folder". */
  readonly newPlace: string
  /** What is to be known of the move. */
  readonly note?: string
  readonly onChoose: (id: Id | null) => void
  readonly onCreate: (name: string) => void
  readonly onClose: () => void
}

/** Asks where conversations go: to a place that there is, to none, or to a new one. */
export function ChoosePlaceDialog<Id extends string>(props: ChoosePlaceDialogProps<Id>) {
  const { title, label, Icon, places, none, here, newPlace, note, onChoose, onCreate, onClose } = props
  const [name, setName] = useState('')
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      title={title}
      width="narrow"
      onClose={onClose}
      // Without a place there is nothing to choose, only one to make.
      firstField={places.length === 0 ? field : undefined}
      foot={
        <>
          <Button size="action" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          {note !== undefined && <p className="min-w-0 grow px-2 text-12 text-text-3">{note}</p>}
        </>
      }
    >
      <ul aria-label={label} className="px-4 py-2">
        {[...places, { id: null, name: none }].map((place) => {
          const isHere = place.id === here
          const own = place.id !== null
          const note = 'note' in place ? place.note : undefined
          return (
            <li key={place.id ?? 'none'}>
              <button
                type="button"
                aria-current={isHere ? 'true' : undefined}
                className="flex min-h-row w-full items-center gap-2 rounded-2 px-2 text-start -outline-offset-2 hover:bg-hover"
                onClick={() => onChoose(place.id)}
              >
                <Icon size={14} strokeWidth={1.75} aria-hidden="true" className={own ? 'text-text-3' : 'invisible'} />
                <span {...(own && { translate: 'no', dir: 'auto' })} className="breakable grow">
                  {place.name}
                </span>
                {note !== undefined && <span className="num shrink-0 text-12 text-text-3">{note}</span>}
                {isHere && <Check size={14} strokeWidth={1.75} aria-hidden="true" />}
              </button>
            </li>
          )
        })}
      </ul>
      <form
        className="flex items-center gap-2 border-t border-line px-6 py-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') onCreate(name.trim())
        }}
      >
        <div className="min-w-0 grow">
          <TextField
            ref={field}
            aria-label={newPlace}
            placeholder={newPlace}
            height="small"
            maxLength={LONGEST_NAME}
            value={name}
            onValue={setName}
          />
          <p role="status" className="text-12 text-text-3 empty:hidden">
            {longestHint(name, LONGEST_NAME)}
          </p>
        </div>
        <Button type="submit" disabled={name.trim() === ''}>
          {t('layout.folder.create')}
        </Button>
      </form>
    </Dialog>
  )
}
