import { lazy, Suspense } from 'react'
import { redirect, redirectDocument } from 'react-router'
import { getSession } from '#contract/accounts/current-user.ts'
import { getOwnBroadcast, listBroadcasts } from '#contract/broadcasts/broadcasts.ts'
import { listOwnScheduledBroadcasts } from '#contract/broadcasts/scheduled-broadcasts.ts'
import { getStreamKey } from '#contract/broadcasts/stream-keys.ts'
import { getSafetySettings } from '#contract/safety/safety-settings.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { isCameraAllowedInDocument } from '#web/features/upload/camera/camera-errors.ts'
import { broadcastingMessages } from '#web/messages/upload/broadcasting.ts'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'
import { pagePaths } from '#web/paths.ts'
import type { Route } from './+types/go-live-page.ts'
import { buildPageMeta } from '../layout/page-meta.ts'
import { getDefaultVisibility } from '../upload/default-visibility.ts'

// Load the screen lazily, because the route manifest on every page lists the chunks of each route module.
const LazyGoLiveScreen = lazy(retryWhenOnline(() => import('./go-live-screen.tsx')))

export async function loader(args: Route.LoaderArgs) {
  const api = createLoaderApiClient(args)
  // If broadcasts are turned off (`LIVE=off`), the API responds with 404, and so does this page.
  const [{ me }] = await Promise.all([api(getSession, {}), api(listBroadcasts, { query: {} })])
  if (!me) throw redirect(pagePaths.signIn(pagePaths.goLive))
  const [{ broadcast }, { settings }, encoder, { items: scheduled }] = await Promise.all([
    api(getOwnBroadcast, {}),
    api(getSafetySettings, {}),
    api(getStreamKey, {}),
    api(listOwnScheduledBroadcasts, {}),
  ])
  return {
    running: broadcast,
    encoder,
    scheduled,
    broadcastToStart: scheduled.find(({ id }) => id === args.url.searchParams.get('scheduled')) ?? null,
    audience: getDefaultVisibility(settings, me.is_private),
    isPrivateProfile: me.is_private,
  }
}

/**
 * Loads the page as a new document if the current document was loaded without permission to use the camera.
 */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  if (!isCameraAllowedInDocument()) throw redirectDocument(request.url)
  return serverLoader()
}

export const meta: Route.MetaFunction = (args) =>
  buildPageMeta(args, { ...broadcastingMessages.page, noindex: true })

export default function GoLivePage({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <LazyGoLiveScreen {...loaderData} />
    </Suspense>
  )
}
