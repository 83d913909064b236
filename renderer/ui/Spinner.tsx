/** Shows that work is running. It is the only element in Parley that turns by itself. Never larger than 12 px. */
export function Spinner({ size = 12 }: { readonly size?: 10 | 12 }) {
  return (
    <svg className="turning shrink-0" width={size} height={size} viewBox="0 0 12 12" fill="none" aria-hidden="true">
      <circle cx="6" cy="6" r="4.25" stroke="currentColor" strokeOpacity=".25" strokeWidth="1.75" />
      <path d="M6 1.75A4.25 4.25 0 0 1 10.25 6" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
    </svg>
  )
}
