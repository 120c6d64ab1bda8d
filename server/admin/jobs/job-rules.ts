import type { JobRestriction, JobState } from '#contract/admin/jobs.ts'

interface JobRule {
  /** Why a waiting job must not be cancelled, or null if the site works without it. */
  cannotCancel: JobRestriction | null
  /** Why a failed job is not retried in the console, or null. Every handler can run twice for the same job. */
  cannotRetry: JobRestriction | null
}

const cancellable: JobRule = { cannotCancel: null, cannotRetry: null }
const needed = (cannotCancel: JobRestriction): JobRule => ({ cannotCancel, cannotRetry: null })
/**
 * The state of a video is stored with the video, and a failed job is only the trace of a failed attempt. The console
 * processes the video again instead (transcoding/reprocess.ts).
 */
const video: JobRule = { cannotCancel: 'video', cannotRetry: 'video' }

/** The rules for all jobs. A test checks that no job is missing. */
export const jobRules: Record<string, JobRule> = {
  'send-mail': needed('email'),
  'confirm-email': needed('email'),
  'reset-link': needed('email'),
  'sign-in-link': needed('email'),
  process: video,
  'process-replacement': video,
  'encode-pieces': video,
  'join-pieces': video,
  'caption-video': video,
  'publish-scheduled-video': needed('video'),
  // A cron job starts idle work again, and pushed messages also appear among the notifications.
  'encode-when-idle': cancellable,
  'push-notification': cancellable,
  'send-weekly-digest': cancellable,
  'measure-storage': cancellable,
  'check-integrity': cancellable,
  'notify-followers': needed('notification'),
  'notify-follower-after-quiet-hours': needed('notification'),
  'notify-cancelled-broadcast': needed('notification'),
  'notify-rescheduled-broadcast': needed('notification'),
  'notify-postponed-schedule-change': needed('notification'),
  'create-notifications': needed('notification'),
  'webhook-event': needed('notification'),
  'erase-content': needed('deletion'),
  'clean-up-replacement': needed('deletion'),
  'dismiss-flood': needed('safety'),
  'apply-account-visibility': needed('safety'),
  'make-export': needed('account'),
}

const cronJob: JobRule = { cannotCancel: 'scheduled', cannotRetry: null }
const unknownJob: JobRule = { cannotCancel: 'unknown', cannotRetry: 'unknown' }

/** Whether the queue runs this job at fixed times. */
export function isCronJob(name: string): boolean {
  return name.startsWith('chore-')
}

/** Returns why a job in this state cannot be cancelled or retried. */
export function getJobRestrictions(name: string, state: JobState): JobRule {
  const rule = jobRules[name] ?? (isCronJob(name) ? cronJob : unknownJob)
  return {
    cannotCancel:
      state === 'waiting' ? rule.cannotCancel : state === 'running' ? 'running' : 'already_failed',
    cannotRetry: state === 'failed' ? rule.cannotRetry : 'not_failed',
  }
}
