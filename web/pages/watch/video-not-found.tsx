import { Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { hasPlaylistQuery, LazyPlaylistPanel } from '#web/features/playlists/lazy-playlist-components.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { GoHomeLink } from '../layout/route-error-page.tsx'
import { watchPageMessages } from '#web/messages/watch/watch-page.ts'

/** The message is the same whether the video never existed, was deleted, or is hidden from this viewer. */
export function VideoNotFound({ title, detail }: { title: string; detail: string }) {
  const { search } = useLocation()
  useEffect(() => showToast.error(title, detail), [title, detail])
  return (
    <>
      <title>{watchPageMessages.notFound}</title>
      <meta name="robots" content="noindex" />
      <EmptyState heading="h1" title={watchPageMessages.notFound} drawing="lens" action={<GoHomeLink />}>
        {watchPageMessages.notFoundText}
      </EmptyState>
      {hasPlaylistQuery(search) && (
        <Suspense>
          <LazyPlaylistPanel />
        </Suspense>
      )}
    </>
  )
}
