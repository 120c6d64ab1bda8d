import { getSiteMetrics, siteMetricsRangeHours } from '#contract/site-metrics.ts'
import { SiteMetricsView } from '#web/features/moderation/site-metrics/site-metrics-view.tsx'
import { siteMetricsMessages } from '#web/messages/moderation/site-metrics.ts'
import type { Route } from './+types/site-metrics-page.ts'
import { meta as anywhereMeta } from '../home/not-found-page.tsx'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { HomePageContent } from '../home/home-page-content.tsx'
import { buildPageMeta } from '../layout/page-meta.ts'
import { loadStaffOnlyPage } from './staff-only-loader.ts'

export function loader(args: Route.LoaderArgs) {
  const hoursParam = args.url.searchParams.get('hours')
  const hours = siteMetricsRangeHours.find((span) => span === hoursParam) ?? siteMetricsRangeHours[0]
  const load = async () => ({
    hours,
    metrics: await createLoaderApiClient(args)(getSiteMetrics, { query: { hours } }),
  })
  return loadStaffOnlyPage(args as never, load, (role) => role === 'admin')
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData?.staff) return anywhereMeta(args as never)
  return buildPageMeta(args, {
    title: siteMetricsMessages.title,
    description: siteMetricsMessages.description,
    noindex: true,
  })
}

export default function SiteMetricsPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData.staff) return <HomePageContent {...loaderData.home} />
  return <SiteMetricsView {...loaderData.staff} />
}
