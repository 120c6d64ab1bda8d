import { useIsOffline } from './use-is-offline.ts'

/**
 * The value of the `prefetch` prop for links to pages that a visitor is likely to open. While the browser is
 * offline, links prefetch nothing, because React Router reloads the current page if it cannot load a
 * prefetched one.
 */
export function usePrefetch(): 'intent' | 'none' {
  return useIsOffline() ? 'none' : 'intent'
}
