import { getPlaybackQuality, playbackQualityRangeDays } from '#contract/playback-quality.ts'
import { PlaybackQualityView } from '#web/features/moderation/playback-quality/playback-quality-view.tsx'
import { playbackQualityMessages } from '#web/messages/moderation/playback-quality.ts'
import type { Route } from './+types/playback-quality-page.ts'
import { meta as anywhereMeta } from '../home/not-found-page.tsx'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { HomePageContent } from '../home/home-page-content.tsx'
import { buildPageMeta } from '../layout/page-meta.ts'
import { loadStaffOnlyPage } from './staff-only-loader.ts'

export function loader(args: Route.LoaderArgs) {
  const daysParam = args.url.searchParams.get('days')
  const days = playbackQualityRangeDays.find((span) => span === daysParam) ?? playbackQualityRangeDays[0]
  const load = async () => ({
    days,
    quality: await createLoaderApiClient(args)(getPlaybackQuality, { query: { days } }),
  })
  return loadStaffOnlyPage(args as never, load, (role) => role === 'admin')
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData?.staff) return anywhereMeta(args as never)
  return buildPageMeta(args, {
    title: playbackQualityMessages.title,
    description: playbackQualityMessages.description,
    noindex: true,
  })
}

export default function PlaybackQualityPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData.staff) return <HomePageContent {...loaderData.home} />
  return <PlaybackQualityView {...loaderData.staff} />
}
