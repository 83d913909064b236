/** Key caps for a shortcut written with spaces: `Ctrl Shift A`. */
export function Kbd({ keys, bare = false }: { readonly keys: string; readonly bare?: boolean }) {
  return (
    <span translate="no" className="inline-flex items-center gap-1">
      {keys.split(' ').map((key) => (
        <kbd
          key={key}
          className={
            bare
              ? 'font-ui text-11 font-label text-text-3'
              : 'inline-grid h-4.5 min-w-4.5 place-items-center rounded-1 border border-line-strong bg-raised px-1 font-ui text-11 leading-none font-label text-text-3'
          }
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}
