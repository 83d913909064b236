import { useEffect } from 'react'
import { prepareForApp } from './startInHost'

/** A call that brings an app waits to be carried out. Nothing is seen of this. */
export function PrepareForApp() {
  useEffect(prepareForApp, [])
  return null
}
