import { useRouteLoaderData } from 'react-router'
import type { loader } from '#web/root.tsx'

/** The site's public constants. */
export function useSiteInfo() {
  return useRouteLoaderData<typeof loader>('root')!.site
}
