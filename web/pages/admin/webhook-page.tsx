import { getWebhook, listWebhookDeliveries, webhookDeliveryStates } from '#contract/admin/webhooks.ts'
import { DeliveryLog } from '#web/features/admin/webhooks/delivery-log.tsx'
import { adminWebhookMessages } from '#web/messages/admin/webhooks.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { parsePageCursor } from '#web/api/page-cursor.ts'
import type { Route } from './+types/webhook-page.ts'
import { HomePageContent } from '../home/home-page-content.tsx'
import { meta as notFoundMeta } from '../home/not-found-page.tsx'
import { buildPageMeta } from '../layout/page-meta.ts'
import { loadAdminPage } from './load-admin-page.ts'

export function loader(args: Route.LoaderArgs) {
  const { searchParams } = args.url
  const state = webhookDeliveryStates.find((one) => one === searchParams.get('state'))
  const cursor = parsePageCursor(searchParams)
  const load = async () => {
    const api = createLoaderApiClient(args)
    const params = { id: args.params.id }
    const [webhook, deliveries] = await Promise.all([
      api(getWebhook, { params }),
      api(listWebhookDeliveries, { params, query: { state, cursor } }),
    ])
    return { webhook, state, deliveries }
  }
  return loadAdminPage(args, load, (role) => role === 'admin')
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData?.staff) return notFoundMeta(args as never)
  const { deliveries: title, description } = adminWebhookMessages
  return buildPageMeta(args, { title, description, noindex: true })
}

export default function WebhookPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData.staff) return <HomePageContent {...loaderData.home} />
  return <DeliveryLog {...loaderData.staff} />
}
