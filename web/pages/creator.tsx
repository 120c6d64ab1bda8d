import { Flag, Lock } from 'lucide-react'
import { data, Form, isRouteErrorResponse, redirect } from 'react-router'
import { listContent } from '#contract/content.ts'
import { getProfile, getProfileById, type Profile } from '#contract/profiles.ts'
import { cursorIn } from '#web/api/cursor.ts'
import { CallError } from '#web/api/call.ts'
import { apiOf } from '#web/api/context.ts'
import { useAuth } from '#web/features/auth.tsx'
import { ApartMenu } from '#web/features/follow/apart-menu.tsx'
import { FollowButton } from '#web/features/follow/follow-button.tsx'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FieldError } from '#web/ui/field-frame.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { Route } from './+types/creator.ts'
import { askOf, listsOf } from './ask.ts'
import './creator.css'
import { actOnPerson } from './follow-action.ts'
import { metaOf } from './meta.ts'
import { GoHome, Trouble, wordsOf } from './trouble.tsx'
import { useDetails } from './use-details.tsx'
import { useReport } from './use-report.tsx'
import { words } from '#web/words/creator.ts'
import { VideoGrid } from './video-grid.tsx'

export async function loader(args: Route.LoaderArgs) {
  const ask = askOf(args)
  const list = listsOf(args)
  const params: { username?: string; id?: string } = args.params
  const profile = params.id
    ? await ask(getProfileById, { params: { id: params.id } })
    : await ask(getProfile, { params: { username: params.username ?? '' } })
  const cursor = cursorIn(args.url.searchParams)
  const videos =
    profile.view === 'full'
      ? await list(listContent, { query: { creator: profile.user_id, cursor } }, none)
      : none
  return { profile, videos, later: cursor !== undefined }
}

/** What the page's forms do where there is no script. */
export async function action(args: Route.ActionArgs) {
  const here = args.url.pathname
  try {
    await actOnPerson(apiOf(args), await args.request.formData())
    return redirect(here)
  } catch (thrown) {
    if (!(thrown instanceof CallError)) throw thrown
    if (thrown.status === 401) return redirect(paths.login(here))
    return data({ problem: thrown.detail }, { status: thrown.status })
  }
}

const none = { items: [], next_cursor: null }

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) return []
  const { profile, later } = args.loaderData
  return metaOf(args, {
    title: nameOf(profile),
    description: profile.bio || words.videosBy(nameOf(profile)),
    image: profile.avatar_url,
    type: 'profile',
    canonical: paths.creator(profile.username),
    noindex: !profile.indexable || later,
  })
}

export default function CreatorPage({ loaderData, actionData }: Route.ComponentProps) {
  const { profile, videos, later } = loaderData
  const { me } = useAuth()
  const [open, dialog] = useDetails()
  const [report, reportDialog] = useReport(me !== null)
  return (
    <div className="page-inside">
      <Head profile={profile} onReport={() => report({ subject: 'profile', id: profile.user_id })} />
      {actionData?.problem && <FieldError>{actionData.problem}</FieldError>}
      {profile.view === 'card' ? (
        <p className="creator-private">
          <Lock aria-hidden="true" /> {words.private}
        </p>
      ) : (
        <section aria-label={words.videos} className="grid grid-cols-[minmax(0,1fr)] gap-7">
          {videos.items.length === 0 &&
            (profile.muted ? <Muted profile={profile} /> : <EmptyState title={words.none} />)}
          <VideoGrid
            items={videos.items}
            onDetails={open}
            showType
            newest={later ? '?' : undefined}
            older={videos.next_cursor ? `?${new URLSearchParams({ cursor: videos.next_cursor })}` : undefined}
          />
        </section>
      )}
      {dialog}
      {reportDialog}
    </div>
  )
}

function Head({ profile, onReport }: { profile: Profile; onReport: () => void }) {
  const name = profile.display_name || profile.username
  return (
    <header className="creator-head">
      <Avatar name={name} of={profile.username} src={profile.avatar_url} size={112} />
      <div className="min-w-0">
        <h1 className="creator-name">{nameOf(profile)}</h1>
        {profile.username && !isNameless(profile) && <p className="text-quiet">@{profile.username}</p>}
        {profile.bio && <p className="mt-2 max-w-[60ch] whitespace-pre-line">{profile.bio}</p>}
      </div>
      {!profile.mine && <Ways profile={profile} onReport={onReport} />}
    </header>
  )
}

/** Lists leave out what somebody muted has made: also this one, so it says why it is empty. */
function Muted({ profile: { user_id, username } }: { profile: Profile }) {
  return (
    <EmptyState
      title={words.muted(username)}
      action={
        <Form method="post">
          <input type="hidden" name="person" value={user_id} />
          <Button type="submit" name="intent" value="unmute">
            {words.unmute}
          </Button>
        </Form>
      }
    >
      {words.mutedText}
    </EmptyState>
  )
}

/** What the visitor can do about this person. Another person is another button: nothing of the one before stays. */
function Ways({ profile, onReport }: { profile: Profile; onReport: () => void }) {
  const { user_id, username, follow, muted } = profile
  const { me } = useAuth()
  return (
    <div className="creator-ways" key={user_id}>
      <FollowButton userId={user_id} username={username} follow={follow} />
      <IconButton className="needs-js" label={words.report(username)} icon={<Flag />} onClick={onReport} />
      {me && <ApartMenu userId={user_id} username={username} muted={muted} />}
    </div>
  )
}

/** The display name, else the @username, else "Creator" (specification, section 2). */
function nameOf(profile: Profile): string {
  if (!isNameless(profile)) return profile.display_name
  return profile.username ? `@${profile.username}` : words.nobody
}

/** The API gives the username as the display name of a person who has none. */
function isNameless({ display_name, username }: Profile): boolean {
  return display_name === '' || display_name === username
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) return <Trouble {...wordsOf(error)} />
  return (
    <>
      <title>{words.notFound}</title>
      <meta name="robots" content="noindex" />
      <EmptyState heading="h1" title={words.notFound} drawing="lens" action={<GoHome label={words.goHome} />}>
        {words.notFoundText}
      </EmptyState>
    </>
  )
}
