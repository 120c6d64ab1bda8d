import { listWebhooks } from '#contract/admin/webhooks.ts'
import { WebhookList } from '#web/features/admin/webhooks/webhook-list.tsx'
import { adminWebhookMessages } from '#web/messages/admin/webhooks.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import type { Route } from './+types/webhooks-page.ts'
import { HomePageContent } from '../home/home-page-content.tsx'
import { meta as notFoundMeta } from '../home/not-found-page.tsx'
import { buildPageMeta } from '../layout/page-meta.ts'
import { loadAdminPage } from './load-admin-page.ts'

export function loader(args: Route.LoaderArgs) {
  return loadAdminPage(
    args,
    () => createLoaderApiClient(args)(listWebhooks, {}),
    (role) => role === 'admin',
  )
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData?.staff) return notFoundMeta(args as never)
  const { title, description } = adminWebhookMessages
  return buildPageMeta(args, { title, description, noindex: true })
}

export default function WebhooksPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData.staff) return <HomePageContent {...loaderData.home} />
  return <WebhookList webhooks={loaderData.staff.items} />
}
