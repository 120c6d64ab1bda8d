import { accountChores, accountWorkers } from './accounts/jobs.ts'
import { accountRoutes } from './accounts/routes.ts'
import { site } from './accounts/me.ts'
import { clearSignedOut } from './accounts/cookie.ts'
import { renew } from './accounts/sessions.ts'
import { viewerOf } from './accounts/viewer.ts'
import { commentRoutes } from './comments/routes.ts'
import { contentWorkers } from './content/remove.ts'
import { contentRoutes } from './content/routes.ts'
import { contactRoutes } from './contact/routes.ts'
import { discoveryRoutes } from './discovery/routes.ts'
import { heardBy } from './events.ts'
import { hearOfOpening, followChores } from './follows/recheck.ts'
import { followRoutes } from './follows/routes.ts'
import { leavingChores, leavingRoutes } from './leaving/routes.ts'
import { likeRoutes } from './likes/routes.ts'
import { hearOfCopies } from './moderation/copies.ts'
import { hearOfTexts } from './moderation/hear-texts.ts'
import { hearForTheBell } from './notifications/hear.ts'
import { notificationChores, notificationWorkers } from './notifications/jobs.ts'
import { moderationChores } from './moderation/chores.ts'
import { floodWorkers } from './moderation/flood-dismissal.ts'
import { noticeChores } from './moderation/notice-clock.ts'
import { reportChores } from './moderation/report-chores.ts'
import { reportRoutes } from './moderation/report-routes.ts'
import { moderationRoutes } from './moderation/routes.ts'
import { isStaff } from './moderation/staff.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { playbackRoutes } from './playback/routes.ts'
import { type App, createApp } from './platform/http/app.ts'
import { healthRoutes } from './platform/http/health.ts'
import { metricsRoutes } from './platform/http/metrics.ts'
import { liveAnswerRoutes } from './platform/http/live-answer.ts'
import type { Route } from './platform/http/mount.ts'
import { forgetAnswers } from './platform/http/once.ts'
import type { Viewer } from './platform/http/viewer.ts'
import { sweepLive } from './platform/live.ts'
import { mailWorkers, sweepLetters } from './platform/mail.ts'
import type { Chore, Worker } from './platform/queue.ts'
import { processingChores, processingWorkers } from './processing/jobs.ts'
import { processingRoutes } from './processing/routes.ts'
import { profileChores } from './profiles/chores.ts'
import { profileRoutes } from './profiles/routes.ts'
import { rightsChores, rightsRoutes, rightsWorkers } from './rights/routes.ts'
import { maySeeAds } from './safety/ads.ts'
import { safetyChores } from './safety/chores.ts'
import { uploadChores } from './uploads/jobs.ts'
import { uploadWorkers } from './uploads/erase.ts'
import { uploadRoutes } from './uploads/routes.ts'
import { sweepMinutes } from './upkeep/figures/keep.ts'
import { figuresRoutes } from './upkeep/figures/routes.ts'
import { upkeepChores } from './upkeep/sweep.ts'
import { viewChores, viewRoutes } from './views/routes.ts'
import { wellbeingChores, wellbeingRoutes } from './wellbeing/routes.ts'

/** Every feature's routes, jobs and chores, written out. What is not here does not run. */
export const routes: Route[] = [
  ...healthRoutes,
  ...metricsRoutes,
  ...liveAnswerRoutes,
  ...accountRoutes,
  ...profileRoutes,
  ...wellbeingRoutes,
  ...followRoutes,
  ...contentRoutes,
  ...uploadRoutes,
  ...processingRoutes,
  ...playbackRoutes,
  ...viewRoutes,
  ...likeRoutes,
  ...commentRoutes,
  ...discoveryRoutes,
  ...notificationRoutes,
  ...reportRoutes,
  ...rightsRoutes,
  ...moderationRoutes,
  ...leavingRoutes,
  ...contactRoutes,
  ...figuresRoutes,
]

/** Who hears of what happens further down. */
heardBy([hearOfOpening, hearForTheBell, hearOfTexts, hearOfCopies])

export const workers: Worker[] = [
  ...mailWorkers,
  ...accountWorkers,
  ...contentWorkers,
  ...uploadWorkers,
  ...processingWorkers,
  ...notificationWorkers,
  ...rightsWorkers,
  ...floodWorkers,
]

export const chores: Chore[] = [
  { name: 'sweep-letters', cron: '47 * * * *', run: () => sweepLetters() },
  { name: 'forget-answers', cron: '27 * * * *', run: forgetAnswers },
  { name: 'sweep-live', cron: '*/10 * * * *', run: sweepLive },
  { name: 'sweep-minutes', cron: '17 * * * *', run: sweepMinutes },
  ...accountChores,
  ...safetyChores,
  ...profileChores,
  ...wellbeingChores,
  ...followChores,
  ...uploadChores,
  ...upkeepChores,
  ...processingChores,
  ...viewChores,
  ...notificationChores,
  ...reportChores,
  ...noticeChores,
  ...rightsChores,
  ...moderationChores,
  ...leavingChores,
]

/** What staff work with is there for nobody else, whatever is asked of it and however. */
function isThere(path: string, viewer: Viewer): boolean {
  return !path.startsWith('/api/mod/') || isStaff(viewer)
}

/** The API. Pages are added to it by the door. */
export function api(): App {
  return createApp({ routes, viewerOf, renew, clearSignedOut, reachesOut: maySeeAds, isThere, site: site() })
}
