import { useSyncExternalStore } from 'react'

/**
 * True if the browser knows that it has no connection. If the value is false, the server may still be
 * unreachable.
 */
export function useIsOffline(): boolean {
  return useSyncExternalStore(
    subscribeToConnection,
    () => !navigator.onLine,
    () => false,
  )
}

function subscribeToConnection(changed: () => void) {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
