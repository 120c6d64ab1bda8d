import { AuditLogQuery, listAuditLog } from '#contract/admin/audit-log.ts'
import {
  auditLogFilterNames,
  type AuditLogFilterValues,
} from '#web/features/admin/audit-log/audit-log-filters.tsx'
import { AuditLogView } from '#web/features/admin/audit-log/audit-log-view.tsx'
import { auditLogMessages } from '#web/messages/admin/audit-log.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import type { Route } from './+types/audit-log-page.ts'
import { HomePageContent } from '../home/home-page-content.tsx'
import { meta as notFoundMeta } from '../home/not-found-page.tsx'
import { buildPageMeta } from '../layout/page-meta.ts'
import { loadAdminPage } from './load-admin-page.ts'

export function loader(args: Route.LoaderArgs) {
  const { filters, cursor } = parseFilters(args.url.searchParams)
  return loadAdminPage(args, async () => ({
    ...(await createLoaderApiClient(args)(listAuditLog, { query: { ...filters, cursor } })),
    filters,
    isLater: cursor !== undefined,
  }))
}

/** Ignores empty and malformed values, so a mistyped URL shows the whole log. */
function parseFilters(params: URLSearchParams) {
  const filters: AuditLogFilterValues = {}
  for (const name of auditLogFilterNames) {
    const value = params.get(name)?.trim()
    if (value && AuditLogQuery.shape[name].safeParse(value).success) filters[name] = value
  }
  return { filters, cursor: AuditLogQuery.shape.cursor.safeParse(params.get('cursor') ?? undefined).data }
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData?.staff) return notFoundMeta(args as never)
  const { title, description } = auditLogMessages
  return buildPageMeta(args, { title, description, noindex: true })
}

export default function AuditLogPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData.staff) return <HomePageContent {...loaderData.home} />
  return <AuditLogView {...loaderData.staff} />
}
