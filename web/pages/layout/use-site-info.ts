import { useRouteLoaderData } from 'react-router'
import type { loader } from '#web/root.tsx'

/** Returns the site's public configuration from the data of the root loader. */
export function useSiteInfo() {
  return useRouteLoaderData<typeof loader>('root')!.site
}
