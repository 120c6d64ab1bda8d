import { useEffect } from 'react'
import { redirect } from 'react-router'
import { getSession } from '#contract/accounts/current-user.ts'
import { listWatchHistory } from '#contract/engagement/watch-history.ts'
import { searchLimits } from '#contract/limits.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { parsePageCursor } from '#web/api/page-cursor.ts'
import { DashboardSubpage } from '#web/features/settings/dashboard-subpage.tsx'
import { pagePaths } from '#web/paths.ts'
import { mergeSyncedPlaybackPositions } from '#web/player/core/playback-positions/store-playback-position.ts'
import { watchHistoryMessages } from '#web/messages/dashboard/watch-history.ts'
import type { Route } from './+types/history-page.ts'
import { buildPageMeta } from '../layout/page-meta.ts'
import { WatchHistoryControls } from './history-controls.tsx'
import { WatchHistoryList } from './history-list.tsx'
import { toPlaybackPosition } from './history-playback-position.ts'
import './history.css'

export { action } from './history-action.ts'
export { clientAction } from './history-client-action.ts'

export async function loader(args: Route.LoaderArgs) {
  const api = createLoaderApiClient(args)
  const { me } = await api(getSession, {})
  const { pathname, search, searchParams } = args.url
  if (!me) throw redirect(pagePaths.signIn(pathname + search))
  const q = searchParams.get('q')?.trim().slice(0, searchLimits.queryMax) ?? ''
  const cursor = parsePageCursor(searchParams)
  const page = await api(listWatchHistory, { query: { ...(q && { q }), cursor } })
  return { ...page, userId: me.id, q, isFirst: cursor === undefined, confirm: searchParams.get('confirm') }
}

export const meta: Route.MetaFunction = (args) =>
  buildPageMeta(args, {
    title: watchHistoryMessages.title,
    description: watchHistoryMessages.description,
    noindex: true,
  })

export default function HistoryPage({ loaderData }: Route.ComponentProps) {
  const { items, userId, state } = loaderData
  useEffect(() => mergeSyncedPlaybackPositions(userId, items.map(toPlaybackPosition)), [userId, items])
  return (
    <DashboardSubpage title={watchHistoryMessages.title} back={watchHistoryMessages.back}>
      <WatchHistoryControls state={state} confirm={loaderData.confirm} />
      {(state === 'on' || state === 'paused') && <WatchHistoryList {...loaderData} />}
    </DashboardSubpage>
  )
}
