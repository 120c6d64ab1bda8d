import { consoleContactRoutes } from '#server/admin/contact/routes.ts'
import { consoleContentRoutes } from '#server/admin/content/routes.ts'
import { consoleCronJobs, consoleWorkers } from '#server/admin/jobs.ts'
import { consoleJobRoutes } from '#server/admin/jobs/routes.ts'
import { canSeeConsole } from '#server/admin/console-viewer.ts'
import { adminRoutes } from '#server/admin/routes.ts'
import { consoleStorageRoutes } from '#server/admin/storage/routes.ts'
import { authCronJobs, authWorkers } from '#server/auth/jobs.ts'
import { authRoutes } from '#server/auth/routes.ts'
import { clearOfflineSignOutCookies } from '#server/auth/cookies.ts'
import { renewSession } from '#server/auth/sessions.ts'
import { loadViewerFromHeaders } from '#server/auth/load-viewer.ts'
import { loadMediaViewer } from '#server/playback/media-viewers.ts'
import { analyticsCronJobs } from './analytics/jobs.ts'
import { analyticsRoutes } from './analytics/routes.ts'
import { restartAutomaticCaptions } from '#server/captions/automatic/automatic-captions-job.ts'
import { refuseDiscardedRecording } from '#server/broadcasts/recording/discard-recording.ts'
import { endBroadcastOfHiddenItem } from '#server/broadcasts/end-broadcast.ts'
import { broadcastCronJobs } from './broadcasts/jobs.ts'
import { broadcastRoutes } from './broadcasts/routes.ts'
import { captionCronJobs, captionWorkers } from './captions/jobs.ts'
import { captionRoutes } from './captions/routes.ts'
import { endHelperOfEndedFollow } from '#server/comments/chat/chat-helpers.ts'
import { chatCronJobs } from '#server/comments/chat/jobs.ts'
import { chatRoutes } from './comments/chat/routes.ts'
import { commentRoutes } from './comments/routes.ts'
import { contentCronJobs, contentWorkers } from '#server/content/jobs.ts'
import { contentRoutes } from './content/routes.ts'
import { contactCronJobs } from './contact/jobs.ts'
import { contactRoutes } from './contact/routes.ts'
import { discoveryRoutes } from './discovery/routes.ts'
import { setEventListeners } from './domain-events.ts'
import { approvePendingFollows } from '#server/follows/recheck-follow-permissions.ts'
import { followMaintenanceCronJobs } from './follows/jobs.ts'
import { userFollowRoutes } from './follows/routes.ts'
import { accountDeletionCronJobs } from '#server/account-deletion/jobs.ts'
import { accountDeletionRoutes } from '#server/account-deletion/routes.ts'
import { contentLikeRoutes } from './likes/routes.ts'
import { handleRemovedMediaEvent } from '#server/moderation/takedowns/removed-media.ts'
import { handleHeldTextEvent } from '#server/moderation/cases/held-text-cases.ts'
import { announceNewVideo } from '#server/notifications/announce-new-video.ts'
import { announceScheduleChange } from '#server/notifications/broadcast-changes/announce-schedule-change.ts'
import { handleNotificationEvent } from '#server/notifications/notification-events.ts'
import { notificationCronJobs, notificationWorkers } from './notifications/jobs.ts'
import { moderationCronJobs, moderationWorkers } from '#server/moderation/jobs.ts'
import { moderationReportRoutes } from '#server/moderation/reports/routes.ts'
import { moderationRoutes } from './moderation/routes.ts'
import { applyProviderRole } from '#server/moderation/staff/provider-roles.ts'
import { isStaffViewer, lacksSecondFactor } from '#server/moderation/staff/staff-viewer.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { playbackRoutes } from './playback/routes.ts'
import { config } from './platform/config.ts'
import { getSetting } from '#server/platform/runtime-settings/runtime-settings.ts'
import { type App, createApp } from './platform/http/app.ts'
import { healthRoutes } from '#server/platform/http/health-routes.ts'
import { metricsRoutes } from '#server/platform/http/metrics-routes.ts'
import { heartbeatRoutes } from '#server/platform/live-updates/heartbeat-routes.ts'
import type { Route } from '#server/platform/http/routes.ts'
import type { Viewer } from './platform/http/viewer.ts'
import { emailWorkers, platformCronJobs } from '#server/platform/jobs.ts'
import type { CronJob, JobWorker } from '#server/platform/queue/queue.ts'
import { transcodingCronJobs, transcodingWorkers } from '#server/transcoding/jobs.ts'
import { cancelReplacementOfRemovedItem } from '#server/transcoding/replacements/held-replacements.ts'
import { sendReplacementLiveUpdate } from './transcoding/replacements/replacement-attempt.ts'
import { transcodingRoutes } from '#server/transcoding/routes.ts'
import { profileCronJobs } from '#server/profiles/jobs.ts'
import { playlistRoutes } from './playlists/routes.ts'
import { profileRoutes } from './profiles/routes.ts'
import { privacyCronJobs, privacyWorkers } from '#server/privacy/jobs.ts'
import { privacyRoutes } from '#server/privacy/routes.ts'
import { canSeeAds } from '#server/access-policy/ad-eligibility.ts'
import { seriesRoutes } from './series/routes.ts'
import { safetyCronJobs } from '#server/safety-settings/jobs.ts'
import { contentErasureWorkers, uploadCronJobs } from './uploads/jobs.ts'
import { uploadRoutes } from './uploads/routes.ts'
import { operationsCronJobs } from '#server/operations/jobs.ts'
import { metricsPageRoutes } from '#server/operations/metrics-page/routes.ts'
import { playbackQualityRoutes } from '#server/operations/playback-quality/routes.ts'
import { viewCountCronJobs } from '#server/view-counts/jobs.ts'
import { viewCountRoutes } from '#server/view-counts/routes.ts'
import { watchHistoryRoutes } from '#server/watch-history/routes.ts'
import { emitWebhookEvents } from './webhooks/webhook-events.ts'
import { webhookWorkers } from './webhooks/jobs.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { wellbeingCronJobs } from './wellbeing/jobs.ts'
import { wellbeingRoutes } from './wellbeing/routes.ts'

/** The routes, background jobs and cron entries of every feature. Anything not listed here does not run. */
export const apiRoutes: Route[] = [
  ...healthRoutes,
  ...metricsRoutes,
  ...heartbeatRoutes,
  ...authRoutes,
  ...profileRoutes,
  ...wellbeingRoutes,
  ...userFollowRoutes,
  ...contentRoutes,
  ...seriesRoutes,
  ...captionRoutes,
  ...uploadRoutes,
  ...transcodingRoutes,
  // The routes of broadcasts come first, because the path of the media gateway also matches live media.
  ...broadcastRoutes,
  ...playbackRoutes,
  ...viewCountRoutes,
  ...watchHistoryRoutes,
  ...analyticsRoutes,
  ...contentLikeRoutes,
  ...commentRoutes,
  ...chatRoutes,
  ...playlistRoutes,
  ...discoveryRoutes,
  ...notificationRoutes,
  ...moderationReportRoutes,
  ...privacyRoutes,
  ...moderationRoutes,
  ...accountDeletionRoutes,
  ...contactRoutes,
  ...webhookRoutes,
  ...metricsPageRoutes,
  ...playbackQualityRoutes,
  ...adminRoutes,
  ...consoleContentRoutes,
  ...consoleJobRoutes,
  ...consoleStorageRoutes,
  ...consoleContactRoutes,
]

/** The listeners that let features react to domain events. */
setEventListeners([
  refuseDiscardedRecording,
  approvePendingFollows,
  handleNotificationEvent,
  emitWebhookEvents,
  announceNewVideo,
  announceScheduleChange,
  handleHeldTextEvent,
  handleRemovedMediaEvent,
  cancelReplacementOfRemovedItem,
  sendReplacementLiveUpdate,
  restartAutomaticCaptions,
  endBroadcastOfHiddenItem,
  endHelperOfEndedFollow,
  applyProviderRole,
])

export const jobWorkers: JobWorker[] = [
  ...emailWorkers,
  ...authWorkers,
  ...contentWorkers,
  ...contentErasureWorkers,
  ...transcodingWorkers,
  ...captionWorkers,
  ...notificationWorkers,
  ...privacyWorkers,
  ...moderationWorkers,
  ...webhookWorkers,
  ...consoleWorkers,
]

export const cronJobs: CronJob[] = [
  ...platformCronJobs,
  ...authCronJobs,
  ...safetyCronJobs,
  ...profileCronJobs,
  ...wellbeingCronJobs,
  ...followMaintenanceCronJobs,
  ...contentCronJobs,
  ...chatCronJobs,
  ...captionCronJobs,
  ...uploadCronJobs,
  ...operationsCronJobs,
  ...transcodingCronJobs,
  ...broadcastCronJobs,
  ...viewCountCronJobs,
  ...analyticsCronJobs,
  ...notificationCronJobs,
  ...privacyCronJobs,
  ...moderationCronJobs,
  ...accountDeletionCronJobs,
  ...contactCronJobs,
  ...consoleCronJobs,
]

/**
 * Returns whether the viewer is allowed to learn that this path exists. All staff endpoints return 404 to
 * people who are not staff, whatever the method or input.
 */
function isVisiblePath(path: string, viewer: Viewer): boolean {
  if (path.startsWith('/api/admin/')) return canSeeConsole(viewer)
  const isHidden = path.startsWith('/api/mod/') && !isStaffViewer(viewer) && !lacksSecondFactor(viewer)
  return isEnabledPath(path) && !isHidden
}

/** The endpoints of broadcasts and stream keys do not exist with `LIVE=off`. */
function isEnabledPath(path: string): boolean {
  return config.live || !/^\/api\/((mod\/|scheduled-)?broadcasts|stream-key)(\/|$)/.test(path)
}

/** Creates the API without the web pages, which are added by `start.ts`. */
export function createApi(): App {
  return createApp({
    routes: apiRoutes,
    loadViewer: (headers, path) =>
      path.startsWith('/media/') ? loadMediaViewer(headers) : loadViewerFromHeaders(headers),
    renewSession: renewSession,
    clearSignedOut: clearOfflineSignOutCookies,
    allowsExternalSources: canSeeAds,
    pageExists: isVisiblePath,
    isEndpointEnabled: isEnabledPath,
    site: {
      // Admins can change the name while the site is running.
      get name() {
        return getSetting('site_name')
      },
      url: config.publicUrl,
    },
  })
}
