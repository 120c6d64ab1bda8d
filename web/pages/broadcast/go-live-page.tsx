import { useState } from 'react'
import { redirect, redirectDocument, useRevalidator } from 'react-router'
import { getSession } from '#contract/accounts/current-user.ts'
import { getOwnBroadcast, listBroadcasts } from '#contract/broadcasts/broadcasts.ts'
import { getSafetySettings } from '#contract/safety/safety-settings.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { useAuth } from '#web/features/auth/auth-provider.tsx'
import { RunningBroadcastNotice } from '#web/features/broadcasting/running-broadcast-notice.tsx'
import type { BroadcastSession } from '#web/features/broadcasting/sending/broadcast-session.ts'
import '#web/features/broadcasting/broadcasting.css'
import { isCameraAllowedInDocument } from '#web/features/upload/camera/camera-errors.ts'
import { broadcastingMessages } from '#web/messages/upload/broadcasting.ts'
import { pagePaths } from '#web/paths.ts'
import type { Route } from './+types/go-live-page.ts'
import { buildPageMeta } from '../layout/page-meta.ts'
import { getDefaultVisibility } from '../upload/default-visibility.ts'
import { BroadcastBlocker, useBroadcastBlocker } from './broadcast-blocker.tsx'
import { BroadcastStudio } from './broadcast-studio.tsx'

export async function loader(args: Route.LoaderArgs) {
  const api = createLoaderApiClient(args)
  // Without `LIVE=on`, the API has no broadcasts, so the page does not exist either.
  const [{ me }] = await Promise.all([api(getSession, {}), api(listBroadcasts, {})])
  if (!me) throw redirect(pagePaths.signIn(pagePaths.goLive))
  const [{ broadcast }, { settings }] = await Promise.all([
    api(getOwnBroadcast, {}),
    api(getSafetySettings, {}),
  ])
  return {
    running: broadcast,
    audience: getDefaultVisibility(settings, me.is_private),
    isPrivateProfile: me.is_private,
  }
}

/** Loads the page as a new document, because the browser allows the camera only in some documents. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  if (!isCameraAllowedInDocument()) throw redirectDocument(request.url)
  return serverLoader()
}

export const meta: Route.MetaFunction = (args) =>
  buildPageMeta(args, { ...broadcastingMessages.page, noindex: true })

export default function GoLivePage({ loaderData }: Route.ComponentProps) {
  const { running, audience, isPrivateProfile } = loaderData
  const { me } = useAuth()
  const { revalidate } = useRevalidator()
  // The broadcast of this page is also the running one.
  const [session, setSession] = useState<BroadcastSession | null>(null)
  const blocker = useBroadcastBlocker(me)
  return (
    <div data-hue="live">
      <header className="poster">
        <div className="mx-auto max-w-[1240px] px-(--gutter) py-6 md:py-10">
          <h1 className="poster-type">{broadcastingMessages.page.title}</h1>
        </div>
      </header>
      <div className="mx-auto max-w-[1240px] px-(--gutter) py-8">
        {blocker && !session ? (
          <BroadcastBlocker blocker={blocker} />
        ) : running && !session ? (
          <RunningBroadcastNotice broadcast={running} onEnded={() => void revalidate()} />
        ) : (
          <BroadcastStudio
            session={session}
            onSession={setSession}
            audience={audience}
            isPrivateProfile={isPrivateProfile}
          />
        )}
      </div>
    </div>
  )
}
