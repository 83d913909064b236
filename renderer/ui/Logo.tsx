/** Parley's mark: two halves that face each other. */
export function Logo({ size = 18 }: { readonly size?: number }) {
  return (
    <svg className="shrink-0" width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <path d="M8.8 2.2v11.6H8A5.8 5.8 0 0 1 8 2.2z" className="fill-text" />
      <path d="M11.2 6.2v11.6h.8a5.8 5.8 0 0 0 0-11.6z" className="fill-accent" />
    </svg>
  )
}
