import { data } from 'react-router'
import type { Route } from './+types/anywhere.ts'
import { loader as loadHome, meta as homeMeta } from './home.tsx'

export { default } from './home.tsx'

/** Any other path lands softly on Home, and tells crawlers that there is nothing (ruling 4). */
export async function loader(args: Route.LoaderArgs) {
  return data(await loadHome(args as unknown as Parameters<typeof loadHome>[0]), { status: 404 })
}

export function meta(args: Route.MetaArgs) {
  const kept = homeMeta(args).filter(
    (tag) => !('tagName' in tag) && !('name' in tag && tag.name === 'robots'),
  )
  return [...kept, { name: 'robots', content: 'noindex' }]
}
