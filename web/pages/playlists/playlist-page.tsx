import { isRouteErrorResponse, Link, redirect } from 'react-router'
import { getPlaylist, listPlaylistItems, watchLaterId } from '#contract/engagement/playlists.ts'
import { getSession } from '#contract/accounts/current-user.ts'
import { pageSizeLimits } from '#contract/limits.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { parsePageCursor } from '#web/api/page-cursor.ts'
import { PlaylistItems } from '#web/features/playlists/playlist-items.tsx'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { playlistMessages } from '#web/messages/watch/playlists.ts'
import type { Route } from './+types/playlist-page.ts'
import { buildPageMeta } from '../layout/page-meta.ts'
import { describeRouteError, GoHomeLink, RouteErrorPage } from '../layout/route-error-page.tsx'
import { PlaylistHeader } from './playlist-header.tsx'
import '#web/features/playlists/playlists.css'

export async function loader(args: Route.LoaderArgs) {
  const api = createLoaderApiClient(args)
  const { id } = args.params
  if (id === watchLaterId && !(await api(getSession, {})).me)
    throw redirect(pagePaths.signIn(pagePaths.playlist(id)))
  const cursor = parsePageCursor(args.url.searchParams)
  const playlist = await api(getPlaylist, { params: { id } })
  const page = await api(listPlaylistItems, { params: { id }, query: { cursor, limit: pageSizeLimits.max } })
  return { playlist, page, isFirst: cursor === undefined }
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) return []
  const { title, description, creator, cover_url } = args.loaderData.playlist
  return buildPageMeta(args, {
    title,
    description: description.slice(0, 200) || playlistMessages.playlistBy({ name: creator.display_name }),
    image: cover_url,
    noindex: true,
  })
}

export default function PlaylistPage({ loaderData: { playlist, page, isFirst } }: Route.ComponentProps) {
  const { id, mine } = playlist
  return (
    <div className="page-inside playlist-page">
      <PlaylistHeader playlist={playlist} firstVideoId={page.items[0]?.id} />
      <div className="grid min-w-0 gap-5">
        {page.items.length === 0 && isFirst && (
          <EmptyState
            title={playlistMessages.empty}
            action={
              mine && (
                <Link to={pagePaths.home} className={getButtonClassName({ variant: 'primary' })}>
                  {playlistMessages.browse}
                </Link>
              )
            }
          >
            {mine ? playlistMessages.emptyOwn : playlistMessages.emptyOther}
          </EmptyState>
        )}
        <PlaylistItems key={id} playlist={playlist} items={page.items} />
        <div className="flex flex-wrap gap-2">
          {!isFirst && (
            <Link to={pagePaths.playlist(id)} className={getButtonClassName()}>
              {playlistMessages.first}
            </Link>
          )}
          {page.next_cursor && (
            <Link
              to={`?${new URLSearchParams({ cursor: page.next_cursor })}`}
              className={getButtonClassName()}
            >
              {playlistMessages.next}
            </Link>
          )}
        </div>
      </div>
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404)
    return <RouteErrorPage {...describeRouteError(error)} />
  return (
    <>
      <title>{playlistMessages.notFound}</title>
      <meta name="robots" content="noindex" />
      <EmptyState heading="h1" title={playlistMessages.notFound} drawing="lens" action={<GoHomeLink />}>
        {playlistMessages.notFoundText}
      </EmptyState>
    </>
  )
}
