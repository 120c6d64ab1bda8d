import { useAuth } from '#web/features/auth/auth-provider.tsx'
import { OfflinePagesPanel } from '#web/features/offline-pages/offline-pages-panel.tsx'
import { offlinePagesMessages } from '#web/messages/site/offline-pages.ts'
import type { Route } from './+types/offline-page.ts'
import { buildPageMeta } from '../layout/page-meta.ts'

export const meta: Route.MetaFunction = (args) =>
  buildPageMeta(args, {
    title: offlinePagesMessages.title,
    description: offlinePagesMessages.description,
    noindex: true,
  })

/**
 * Lists the pages that this browser has saved. When the requested page is not saved, the service worker shows
 * this page instead.
 */
export default function OfflinePage() {
  const { me } = useAuth()
  return (
    <div className="page-inside grid justify-items-start gap-6 py-12">
      <h1 className="text-40">{offlinePagesMessages.title}</h1>
      <OfflinePagesPanel userId={me?.id ?? ''} />
    </div>
  )
}
