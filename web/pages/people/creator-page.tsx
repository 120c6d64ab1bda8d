import { Flag, Lock } from 'lucide-react'
import { data, Form, isRouteErrorResponse, redirect } from 'react-router'
import { listContent } from '#contract/content/content.ts'
import { listSeries } from '#contract/content/series-lists.ts'
import { listProfilePlaylists } from '#contract/engagement/playlists.ts'
import { pageSizeLimits } from '#contract/limits.ts'
import { getProfile, getProfileById, type Profile } from '#contract/people/profiles.ts'
import { parsePageCursor } from '#web/api/page-cursor.ts'
import { ApiCallError } from '#web/api/api-client.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'
import { useAuth } from '#web/features/auth/auth-provider.tsx'
import { BlockAndMuteMenu } from '#web/features/blocks/block-and-mute-menu.tsx'
import { FollowButton } from '#web/features/follows/follow-button.tsx'
import { NewVideoNotificationsMenu } from '#web/features/follows/new-video-notifications-menu.tsx'
import { NewVideoNotificationDeliveryMenuNote } from '#web/features/notifications/new-video-notification-delivery.tsx'
import { pagePaths } from '#web/paths.ts'
import { Avatar } from '#web/ui/cards/avatar.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { FieldErrorMessage } from '#web/ui/forms/form-field.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import type { Route } from './+types/creator-page.ts'
import { createLoaderApiClient, createLoaderApiClientForOptionalData } from '#web/api/loader-api-client.ts'
import './creator.css'
import { CreatorPlaylists, CreatorSeries } from './creator-series-and-playlists.tsx'
import { buildFeedLinks } from './feed-links.ts'
import { handleRelationshipAction } from './relationship-action.ts'
import { LazyLiveNowRow } from '../browse/lazy-live-now-row.tsx'
import { LazyScheduledBroadcastsRow } from '../browse/lazy-scheduled-broadcasts-row.tsx'
import { loadLiveNow, loadScheduledBroadcasts } from '../browse/load-broadcast-lists.ts'
import { buildPageMeta } from '../layout/page-meta.ts'
import { GoHomeLink, RouteErrorPage, describeRouteError } from '../layout/route-error-page.tsx'
import { useContentDetailsDialog } from '../layout/use-content-details-dialog.tsx'
import { useReportDialog } from '../layout/use-report-dialog.tsx'
import { creatorPageMessages } from '#web/messages/people/creator-page.ts'
import { VideoGrid } from '../layout/video-grid.tsx'

export async function loader(args: Route.LoaderArgs) {
  const api = createLoaderApiClient(args)
  const list = createLoaderApiClientForOptionalData(args)
  const params: { username?: string; id?: string } = args.params
  const profile = params.id
    ? await api(getProfileById, { params: { id: params.id } })
    : await api(getProfile, { params: { username: params.username ?? '' } })
  const cursor = parsePageCursor(args.url.searchParams)
  const [videos, live, scheduled] = await Promise.all([
    profile.view === 'full'
      ? list(listContent, { query: { creator: profile.user_id, cursor } }, noVideos)
      : noVideos,
    profile.view === 'full' ? loadLiveNow(args, profile.user_id) : [],
    profile.view === 'full' ? loadScheduledBroadcasts(args, profile.user_id) : [],
  ])
  const later = cursor !== undefined
  const first = { profile, videos, live, scheduled, later }
  if (profile.view !== 'full' || later) return { ...first, playlists: [], series: [] }
  const [playlists, series] = await Promise.all([
    list(
      listProfilePlaylists,
      { params: { id: profile.user_id }, query: { limit: pageSizeLimits.max } },
      noVideos,
    ),
    list(listSeries, { query: { creator: profile.user_id, limit: pageSizeLimits.max } }, noVideos),
  ])
  return { ...first, playlists: playlists.items, series: series.items }
}

/** Handles the forms on the creator page when they are submitted without JavaScript. */
export async function action(args: Route.ActionArgs) {
  const here = args.url.pathname
  try {
    await handleRelationshipAction(createApiClientFromContext(args), await args.request.formData())
    return redirect(here)
  } catch (thrown) {
    if (!(thrown instanceof ApiCallError)) throw thrown
    if (thrown.status === 401) return redirect(pagePaths.signIn(here))
    return data({ problem: thrown.detail }, { status: thrown.status })
  }
}

const noVideos = { items: [], next_cursor: null }

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) return []
  const { profile, later } = args.loaderData
  const page = buildPageMeta(args, {
    title: getCreatorName(profile),
    description: profile.bio || creatorPageMessages.videosBy({ name: getCreatorName(profile) }),
    image: profile.avatar_url,
    type: 'profile',
    canonical: pagePaths.creator(profile.username),
    noindex: !profile.indexable || later,
  })
  return profile.indexable ? [...page, ...buildFeedLinks(profile.username)] : page
}

export default function CreatorPage({ loaderData, actionData }: Route.ComponentProps) {
  const { profile, videos, live, scheduled, playlists, series, later } = loaderData
  const { me } = useAuth()
  const [open, dialog] = useContentDetailsDialog()
  const [report, reportDialog] = useReportDialog(me !== null)
  return (
    <div className="page-inside">
      <CreatorHeader profile={profile} onReport={() => report({ subject: 'profile', id: profile.user_id })} />
      {actionData?.problem && <FieldErrorMessage>{actionData.problem}</FieldErrorMessage>}
      <LazyLiveNowRow items={live} />
      <LazyScheduledBroadcastsRow items={scheduled} />
      {series.length > 0 && <CreatorSeries series={series} />}
      {profile.view === 'card' ? (
        <p className="creator-private">
          <Lock aria-hidden="true" /> {creatorPageMessages.private}
        </p>
      ) : (
        <section aria-label={creatorPageMessages.videos} className="grid grid-cols-[minmax(0,1fr)] gap-7">
          {videos.items.length === 0 &&
            (profile.muted ? (
              <MutedCreator profile={profile} />
            ) : (
              live.length + scheduled.length === 0 && <EmptyState title={creatorPageMessages.none} />
            ))}
          <VideoGrid
            items={videos.items}
            onDetails={open}
            showType
            firstPagePath={later ? '?' : undefined}
            nextPagePath={
              videos.next_cursor ? `?${new URLSearchParams({ cursor: videos.next_cursor })}` : undefined
            }
          />
        </section>
      )}
      {playlists.length > 0 && <CreatorPlaylists playlists={playlists} />}
      {dialog}
      {reportDialog}
    </div>
  )
}

function CreatorHeader({ profile, onReport }: { profile: Profile; onReport: () => void }) {
  const name = profile.display_name || profile.username
  return (
    <header className="creator-head">
      <Avatar name={name} of={profile.username} src={profile.avatar_url} size={112} />
      <div className="min-w-0">
        <h1 className="creator-name" dir="auto">
          {getCreatorName(profile)}
        </h1>
        {profile.username && !hasNoDisplayName(profile) && (
          <p className="text-quiet">
            <bdi>@{profile.username}</bdi>
          </p>
        )}
        {profile.bio && (
          <p className="mt-2 max-w-[60ch] whitespace-pre-line" dir="auto">
            {profile.bio}
          </p>
        )}
      </div>
      {!profile.mine && <CreatorActions profile={profile} onReport={onReport} />}
    </header>
  )
}

/**
 * Explains that the page lists no videos because the viewer has muted this creator. Lists of videos omit the
 * videos of creators that the viewer has muted.
 */
function MutedCreator({ profile: { user_id, username } }: { profile: Profile }) {
  return (
    <EmptyState
      title={creatorPageMessages.muted({ username })}
      action={
        <Form method="post">
          <input type="hidden" name="person" value={user_id} />
          <Button type="submit" name="intent" value="unmute">
            {creatorPageMessages.unmute}
          </Button>
        </Form>
      }
    >
      {creatorPageMessages.mutedText}
    </EmptyState>
  )
}

/**
 * Shows the actions that the viewer can take on a creator's page, such as following and reporting. The user
 * id is the React key, so no state is kept when the viewer moves to another creator's page.
 */
function CreatorActions({ profile, onReport }: { profile: Profile; onReport: () => void }) {
  const { user_id, username, follow, muted } = profile
  const { me } = useAuth()
  return (
    <div className="creator-ways" key={user_id}>
      <FollowButton userId={user_id} username={username} follow={follow} />
      {follow === 'approved' && (
        <NewVideoNotificationsMenu
          userId={user_id}
          username={username}
          loaded={profile.new_video_notifications}
          renderDestination={(isOpen) => <NewVideoNotificationDeliveryMenuNote isOpen={isOpen} />}
        />
      )}
      <IconButton
        className="needs-js"
        label={creatorPageMessages.report({ username })}
        icon={<Flag />}
        onClick={onReport}
      />
      {me && <BlockAndMuteMenu userId={user_id} username={username} muted={muted} />}
    </div>
  )
}

/**
 * Returns the name that is displayed for a creator. If the creator has no display name, the @username is
 * returned. If the creator has neither a display name nor a username, "Creator" is returned (specification,
 * section 2).
 */
function getCreatorName(profile: Profile): string {
  if (!hasNoDisplayName(profile)) return profile.display_name
  return profile.username ? `@${profile.username}` : creatorPageMessages.nobody
}

/**
 * Returns true if the creator does not have a display name. If a creator has no display name, the API returns
 * the username instead.
 */
function hasNoDisplayName({ display_name, username }: Profile): boolean {
  return display_name === '' || display_name === username
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404)
    return <RouteErrorPage {...describeRouteError(error)} />
  return (
    <>
      <title>{creatorPageMessages.notFound}</title>
      <meta name="robots" content="noindex" />
      <EmptyState
        heading="h1"
        title={creatorPageMessages.notFound}
        drawing="lens"
        action={<GoHomeLink label={creatorPageMessages.goHome} />}
      >
        {creatorPageMessages.notFoundText}
      </EmptyState>
    </>
  )
}
