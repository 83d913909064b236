export function servePreview(options?: {
  readonly still?: boolean
}): Promise<{ readonly server: { close(): Promise<void> }; readonly url: string }>
