import { listContactMessages } from '#contract/contact/contact-inbox.ts'
import { ContactInboxView } from '#web/features/admin/contact/contact-inbox-view.tsx'
import { adminContactMessages } from '#web/messages/admin/contact.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import type { Route } from './+types/contact-inbox-page.ts'
import { HomePageContent } from '../home/home-page-content.tsx'
import { meta as notFoundMeta } from '../home/not-found-page.tsx'
import { buildPageMeta } from '../layout/page-meta.ts'
import { loadAdminPage } from './load-admin-page.ts'

export function loader(args: Route.LoaderArgs) {
  const params = args.url.searchParams
  const wanted = {
    state: params.get('state') ?? undefined,
    only: params.get('only') ?? undefined,
    cursor: params.get('cursor') ?? undefined,
  }
  // Malformed filters and cursors are ignored.
  const query = listContactMessages.query!.safeParse(wanted).data ?? listContactMessages.query!.parse({})
  return loadAdminPage(args, async () => ({
    ...(await createLoaderApiClient(args)(listContactMessages, { query })),
    state: query.state,
    only: query.only,
    isLater: query.cursor !== undefined,
  }))
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData?.staff) return notFoundMeta(args as never)
  const { title, description } = adminContactMessages
  return buildPageMeta(args, { title, description, noindex: true })
}

export default function ContactInboxPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData.staff) return <HomePageContent {...loaderData.home} />
  return <ContactInboxView {...loaderData.staff} />
}
