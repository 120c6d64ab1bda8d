import { Link, type MetaFunction } from 'react-router'
import { getSession } from '#contract/accounts/current-user.ts'
import { listContent } from '#contract/content/content.ts'
import { getChart } from '#contract/discovery/charts.ts'
import { listFollowing } from '#contract/people/follows.ts'
import { createLoaderApiClient, createLoaderApiClientForOptionalData } from '#web/api/loader-api-client.ts'
import { parsePageCursor } from '#web/api/page-cursor.ts'
import { followingMessages } from '#web/messages/browse/following.ts'
import { useIsRegistrationOpen } from '#web/features/auth/registration-context.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import type { Route } from './+types/following-page.ts'
import { buildPageMeta } from '../layout/page-meta.ts'
import { FollowingFeed } from './following-feed.tsx'
import { SuggestedCreators } from './suggested-creators.tsx'

/**
 * Loads the newest videos by the creators that the viewer follows. If the viewer follows no one yet, loads
 * suggested creators.
 */
export async function loader(args: Route.LoaderArgs) {
  const api = createLoaderApiClient(args)
  const { me } = await api(getSession, {})
  if (!me) return { state: 'signed-out' } as const
  const cursor = parsePageCursor(args.url.searchParams)
  const page = await api(listContent, { query: { followed: 'true', cursor } })
  if (page.items.length > 0 || cursor !== undefined)
    return { state: 'videos', page, isFirst: cursor === undefined } as const
  const { items: followed } = await api(listFollowing, { query: { limit: 100 } })
  if (followed.some(({ state }) => state === 'approved')) return { state: 'no-videos' } as const
  const chart = await createLoaderApiClientForOptionalData(args)(
    getChart,
    { query: { period: 'all' } },
    noChart,
  )
  const creators = chart.places.filter(({ item }) => !item.mine).slice(0, suggestionsCount)
  return { state: followed.length > 0 ? 'only-requests' : 'follows-nobody', creators } as const
}

const noChart = { places: [] }
const suggestionsCount = 6

export const meta: MetaFunction = (args) =>
  buildPageMeta(args, {
    title: followingMessages.title,
    description: followingMessages.description,
    noindex: true,
  })

export default function FollowingPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="page-inside grid grid-cols-[minmax(0,1fr)] gap-7 pt-[clamp(28px,4vw,56px)]">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <h1 className="poster-type">{followingMessages.title}</h1>
        {loaderData.state !== 'signed-out' && (
          <Link to={pagePaths.peopleList('following')} className={getButtonClassName({ variant: 'quiet' })}>
            {followingMessages.people}
          </Link>
        )}
      </header>
      <FollowingContent data={loaderData} />
    </div>
  )
}

function FollowingContent({ data }: { data: Route.ComponentProps['loaderData'] }) {
  switch (data.state) {
    case 'signed-out':
      return <SignedOut />
    case 'videos':
      // When the first page changes, the `key` resets the component, which removes the pages added below the
      // old first page.
      return <FollowingFeed key={String(data.isFirst)} firstPage={data.page} isFirst={data.isFirst} />
    case 'no-videos':
      return <EmptyFeed {...followingMessages.noVideos} />
    case 'only-requests':
    case 'follows-nobody':
      return (
        <>
          <EmptyFeed
            {...(data.state === 'only-requests'
              ? followingMessages.onlyRequests
              : followingMessages.followsNobody)}
          />
          {data.creators.length > 0 && <SuggestedCreators entries={data.creators} />}
        </>
      )
  }
}

function SignedOut() {
  const { title, text, signIn, join } = followingMessages.signedOut
  const isRegistrationOpen = useIsRegistrationOpen()
  return (
    <EmptyState
      title={title}
      drawing="stage"
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Link to={pagePaths.signIn(pagePaths.following())} className={getButtonClassName()}>
            {signIn}
          </Link>
          {isRegistrationOpen && (
            <Link
              to={pagePaths.signUp(pagePaths.following())}
              className={getButtonClassName({ variant: 'primary' })}
            >
              {join}
            </Link>
          )}
        </div>
      }
    >
      {text}
    </EmptyState>
  )
}

function EmptyFeed({ title, text }: { title: string; text: string }) {
  return (
    <EmptyState
      title={title}
      drawing="stage"
      action={
        <Link to={pagePaths.charts} className={getButtonClassName({ variant: 'primary' })}>
          {followingMessages.followsNobody.charts}
        </Link>
      }
    >
      {text}
    </EmptyState>
  )
}
