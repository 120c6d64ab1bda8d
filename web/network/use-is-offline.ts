import { useSyncExternalStore } from 'react'
import { waitUntilServerReachable } from './wait-until-server-reachable.ts'

/**
 * True from the moment the browser loses its connection until the server can be reached again. False does not
 * guarantee that the server is reachable.
 */
export function useIsOffline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isOffline,
    () => false,
  )
}

let isOffline = false
let waiting: AbortController | undefined
const subscribers = new Set<() => void>()

function subscribe(subscriber: () => void) {
  if (subscribers.size === 0) {
    isOffline = !navigator.onLine
    addEventListener('offline', handleOffline)
    addEventListener('online', handleOnline)
  }
  subscribers.add(subscriber)
  return () => {
    subscribers.delete(subscriber)
    if (subscribers.size > 0) return
    waiting?.abort()
    removeEventListener('offline', handleOffline)
    removeEventListener('online', handleOnline)
  }
}

function handleOffline() {
  waiting?.abort()
  setIsOffline(true)
}

function handleOnline() {
  waiting?.abort()
  waiting = new AbortController()
  waitUntilServerReachable(waiting.signal).then(
    () => setIsOffline(false),
    () => {}, // Ignore the error: the connection was lost again.
  )
}

function setIsOffline(value: boolean) {
  isOffline = value
  for (const subscriber of subscribers) subscriber()
}
