import { type JobState, jobStates } from '#contract/admin/jobs.ts'
import { Id } from '#contract/scalars.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { operator } from '#server/admin/console-actor.ts'
import { reprocessContent } from '#server/admin/content/reprocess-content.ts'
import { cancelJob, retryJob } from '#server/admin/jobs/change-job.ts'
import { listJobs } from '#server/admin/jobs/list-jobs.ts'
import { formatStorageOverview } from '#server/admin/storage/format-storage-overview.ts'
import { loadStorageOverview } from '#server/admin/storage/load-storage-overview.ts'
import { requestStorageMeasurement } from '#server/admin/storage/measure-storage.ts'
import { closeContactMessage, reopenContactMessage } from '#server/contact/inbox/change-contact-message.ts'
import { formatContactMessages } from '#server/contact/inbox/format-contact-messages.ts'
import { setContentFeatured } from '#server/moderation/featured-content.ts'
import type { CommandResult } from './maintenance-commands.ts'

export const consoleUsage =
  'feature|unfeature|reprocess CONTENT_ID, jobs [running|waiting|failed] [NAME], retry-job|cancel-job NAME ID, storage [--json], measure-storage, contact [open|closed], close-message|reopen-message ID'

/** The commands that do the same as the admin console. A command returns undefined if its arguments are invalid. */
const commands: Record<
  string,
  (what: string | undefined, more: string | undefined) => Promise<string | undefined>
> = {
  feature: (id) =>
    changeItem(id, (item) => setContentFeatured(operator, item, true), 'The video is featured.'),
  unfeature: (id) =>
    changeItem(id, (item) => setContentFeatured(operator, item, false), 'The video is no longer featured.'),
  reprocess: (id) =>
    changeItem(id, (item) => reprocessContent(operator, item), 'A worker will process the video again.'),
  jobs: showJobs,
  'retry-job': (name, id) => changeJob(name, id, retryJob, 'The job waits for another attempt.'),
  'cancel-job': (name, id) => changeJob(name, id, cancelJob, 'The job is cancelled.'),
  storage: async (flag) => {
    const overview = await loadStorageOverview()
    return flag === '--json' ? JSON.stringify(overview, null, 2) : formatStorageOverview(overview)
  },
  'measure-storage': async () => {
    await requestStorageMeasurement(operator)
    return 'A worker will count the stored files. See the result with: npm run admin -- storage'
  },
  contact: async (state = 'open') =>
    state === 'open' || state === 'closed' ? formatContactMessages(state) : undefined,
  'close-message': (id) =>
    changeItem(id, (message) => closeContactMessage(operator, message), 'The message is closed.'),
  'reopen-message': (id) =>
    changeItem(id, (message) => reopenContactMessage(operator, message), 'The message is open again.'),
}

export function isConsoleCommand(verb: string | undefined): verb is string {
  return verb !== undefined && Object.hasOwn(commands, verb)
}

/** Runs a command of the console, or returns undefined if its arguments are invalid. */
export async function runConsoleCommand(
  verb: string,
  what: string | undefined,
  more: string | undefined,
): Promise<CommandResult | undefined> {
  try {
    const text = await commands[verb]!(what, more)
    return text === undefined ? undefined : { text, isSuccess: true }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { text: `${error.title}. ${error.detail}`, isSuccess: false }
  }
}

async function changeItem(
  id: string | undefined,
  change: (id: string) => Promise<unknown>,
  done: string,
): Promise<string | undefined> {
  if (!Id.safeParse(id).success) return undefined
  await change(id!)
  return done
}

async function changeJob(
  name: string | undefined,
  id: string | undefined,
  change: typeof retryJob,
  done: string,
): Promise<string | undefined> {
  return changeItem(name && id, (job) => change(operator, { name: name!, id: job }), done)
}

async function showJobs(wanted: string = 'running', name: string | undefined): Promise<string | undefined> {
  const state = jobStates.find((one): one is JobState => one === wanted)
  if (!state) return undefined
  const { items, next_cursor, counts } = await listJobs({ state, name, limit: 100 })
  const lines = items.map(({ id, name: job, created_at, reason }) =>
    [created_at, job, id, reason].filter(Boolean).join('  '),
  )
  const totals = counts.map(
    (one) => `${one.name}: ${one.running} running, ${one.waiting} waiting, ${one.failed} failed`,
  )
  return [
    ...(lines.length > 0 ? lines : [`No job is ${state}.`]),
    ...(next_cursor ? ['There are more jobs. Name a job to see fewer.'] : []),
    '',
    ...totals,
  ].join('\n')
}
