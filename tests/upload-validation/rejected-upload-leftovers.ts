import { getContent, listContent } from '#contract/content/content.ts'
import { buildEndpointPath } from '#contract/endpoint.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import type { TestUploader, UploadValidationTestSite } from './upload-validation-test-site.ts'
import type { HostileFileUploadResult } from './hostile-file-upload.ts'

/** The state of the site before a file was sent. */
export interface PreUploadSnapshot {
  files: Set<string>
  log: number
}

export async function takePreUploadSnapshot(site: UploadValidationTestSite): Promise<PreUploadSnapshot> {
  return { files: await site.files(), log: site.log.length }
}

/**
 * Returns everything that a refused file left behind, except for one log line per API endpoint that refused
 * the file.
 */
export async function findRejectedUploadLeftovers(
  site: UploadValidationTestSite,
  { visitor }: TestUploader,
  result: HostileFileUploadResult,
  before: PreUploadSnapshot,
): Promise<string[]> {
  const { contentId } = result
  const rest = await Promise.all([
    findNewFiles(site, before),
    findBusyProcesses(site),
    checkLogLines(site, result, before),
    contentId ? checkHidden(site, contentId) : [],
    contentId ? checkNotRetried(site, contentId) : [],
  ])
  if (contentId && result.outcome !== 'kept' && result.outcome.when === 'processing')
    rest.push(await checkRetryRefused(site, visitor, contentId))
  return rest.flat()
}

/** Waits up to two seconds, because processing may still be cleaning up when the owner sees the refusal. */
async function findNewFiles(site: UploadValidationTestSite, before: PreUploadSnapshot): Promise<string[]> {
  const fresh = async () => [...(await site.files())].filter((path) => !before.files.has(path))
  await waitUntil(async () => (await fresh()).length === 0, 2).catch(() => {})
  return (await fresh()).map((path) => `left ${path}`)
}

async function findBusyProcesses(site: UploadValidationTestSite): Promise<string[]> {
  const running = async () =>
    (await site.listChildProcesses()).filter((line) => /ffmpeg|ffprobe|bwrap|prlimit/.test(line))
  await waitUntil(async () => (await running()).length === 0, 2).catch(() => {})
  return (await running()).map((line) => `still runs: ${line.slice(0, 80)}`)
}

/** Expects one log line per API endpoint that refused the file. */
async function checkLogLines(
  site: UploadValidationTestSite,
  { endpoints }: HostileFileUploadResult,
  before: PreUploadSnapshot,
): Promise<string[]> {
  const lines = () =>
    site.log.slice(before.log).filter((line) => /"(upload refused|image rejected)"/.test(line))
  await waitUntil(async () => lines().length >= endpoints, 2).catch(() => {})
  return lines().length === endpoints
    ? []
    : [`${lines().length} lines say that it was refused, not ${endpoints}`]
}

async function checkHidden({ stranger }: UploadValidationTestSite, contentId: string): Promise<string[]> {
  const one = await stranger.fetch(buildEndpointPath(getContent, { params: { id: contentId } }))
  const list = await stranger.call(listContent, { query: {} })
  const isListed = list.items.some(({ id }) => id === contentId)
  return [
    ...(one.status === 404 ? [] : ['strangers can open it']),
    ...(isListed ? ['it is in the list'] : []),
  ]
}

async function checkNotRetried(site: UploadValidationTestSite, contentId: string): Promise<string[]> {
  const [row] = await site.query<{ tries: number }>('select tries from streams where content_id = $1', [
    contentId,
  ])
  const jobs = await site.query(
    `select state from pgboss.job where name = 'process' and data->>'contentId' = $1 and state in ('created', 'retry')`,
    [contentId],
  )
  return [
    ...((row?.tries ?? 0) <= 1 ? [] : [`tried ${row!.tries} times`]),
    ...(jobs.length === 0 ? [] : ['waits for another try']),
  ]
}

async function checkRetryRefused(
  site: UploadValidationTestSite,
  visitor: TestUploader['visitor'],
  contentId: string,
): Promise<string[]> {
  const [row] = await site.query<{ id: string }>('select id from streams where content_id = $1', [contentId])
  const { status } = await visitor.fetch(`/api/streams/${row?.id}/retry`, { method: 'POST' })
  return status === 409 ? [] : [`asking for another try answers ${status}`]
}
