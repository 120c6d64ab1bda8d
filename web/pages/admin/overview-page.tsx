import { getSiteOverview } from '#contract/admin/overview.ts'
import { OverviewView } from '#web/features/admin/overview-view.tsx'
import { adminOverviewMessages } from '#web/messages/admin/overview.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import type { Route } from './+types/overview-page.ts'
import { HomePageContent } from '../home/home-page-content.tsx'
import { meta as notFoundMeta } from '../home/not-found-page.tsx'
import { buildPageMeta } from '../layout/page-meta.ts'
import { loadAdminPage } from './load-admin-page.ts'

export function loader(args: Route.LoaderArgs) {
  return loadAdminPage(args, () => createLoaderApiClient(args)(getSiteOverview, {}))
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData?.staff) return notFoundMeta(args as never)
  const { title, description } = adminOverviewMessages
  return buildPageMeta(args, { title, description, noindex: true })
}

export default function OverviewPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData.staff) return <HomePageContent {...loaderData.home} />
  return <OverviewView overview={loaderData.staff} />
}
