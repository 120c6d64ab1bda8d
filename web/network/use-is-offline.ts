import { useSyncExternalStore } from 'react'

/** The browser knows that it has no connection. Where it has one, the server may still be out of reach. */
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
