/** An Electron event whose default a listener may prevent. */
export interface DoubleEvent {
  defaultPrevented: boolean
  preventDefault(): void
}

export function doubleEvent<T extends object>(details: T): T & DoubleEvent {
  return {
    ...details,
    defaultPrevented: false,
    preventDefault() {
      this.defaultPrevented = true
    },
  }
}
