import { getContent, listContent } from '#contract/content/content.ts'
import { endpointPath } from '#contract/endpoint.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import type { ValidationMember, ValidationSite } from './validation-site.ts'
import type { SendResult } from './send-file.ts'

/** The state before a file was sent. */
export interface SiteSnapshot {
  files: Set<string>
  said: number
}

export async function takeSiteSnapshot(place: ValidationSite): Promise<SiteSnapshot> {
  return { files: await place.files(), said: place.said.length }
}

/** What a refused file left behind. Empty if that is only one log line per entry point. */
export async function findLeftovers(
  place: ValidationSite,
  { visitor }: ValidationMember,
  got: SendResult,
  before: SiteSnapshot,
): Promise<string[]> {
  const { contentId } = got
  const rest = await Promise.all([
    findNewFiles(place, before),
    findBusyProcesses(place),
    checkLogLines(place, got, before),
    contentId ? checkHidden(place, contentId) : [],
    contentId ? checkNotRetried(place, contentId) : [],
  ])
  if (contentId && got.outcome !== 'kept' && got.outcome.when === 'processing')
    rest.push(await cannotBeRetried(place, visitor, contentId))
  return rest.flat()
}

/** Processing may still be cleaning up when the owner sees the refusal, so it gets two seconds. */
async function findNewFiles(place: ValidationSite, before: SiteSnapshot): Promise<string[]> {
  const fresh = async () => [...(await place.files())].filter((path) => !before.files.has(path))
  await waitUntil(async () => (await fresh()).length === 0, 2).catch(() => {})
  return (await fresh()).map((path) => `left ${path}`)
}

async function findBusyProcesses(place: ValidationSite): Promise<string[]> {
  const running = async () => (await place.busy()).filter((line) => /ffmpeg|ffprobe|bwrap|prlimit/.test(line))
  await waitUntil(async () => (await running()).length === 0, 2).catch(() => {})
  return (await running()).map((line) => `still runs: ${line.slice(0, 80)}`)
}

/** Expects one log line per entry point that refused the file. */
async function checkLogLines(
  place: ValidationSite,
  { doors }: SendResult,
  before: SiteSnapshot,
): Promise<string[]> {
  const lines = () => place.said.slice(before.said).filter((line) => /"(upload|picture) refused"/.test(line))
  await waitUntil(async () => lines().length >= doors, 2).catch(() => {})
  return lines().length === doors ? [] : [`${lines().length} lines say that it was refused, not ${doors}`]
}

async function checkHidden({ stranger }: ValidationSite, contentId: string): Promise<string[]> {
  const one = await stranger.fetch(endpointPath(getContent, { params: { id: contentId } }))
  const list = await stranger.call(listContent, { query: {} })
  const isListed = list.items.some(({ id }) => id === contentId)
  return [
    ...(one.status === 404 ? [] : ['strangers can open it']),
    ...(isListed ? ['it is in the list'] : []),
  ]
}

async function checkNotRetried(place: ValidationSite, contentId: string): Promise<string[]> {
  const [row] = await place.query<{ tries: number }>('select tries from streams where content_id = $1', [
    contentId,
  ])
  const jobs = await place.query(
    `select state from pgboss.job where name = 'process' and data->>'contentId' = $1 and state in ('created', 'retry')`,
    [contentId],
  )
  return [
    ...((row?.tries ?? 0) <= 1 ? [] : [`tried ${row!.tries} times`]),
    ...(jobs.length === 0 ? [] : ['waits for another try']),
  ]
}

async function cannotBeRetried(
  place: ValidationSite,
  visitor: ValidationMember['visitor'],
  contentId: string,
): Promise<string[]> {
  const [row] = await place.query<{ id: string }>('select id from streams where content_id = $1', [contentId])
  const { status } = await visitor.fetch(`/api/streams/${row?.id}/retry`, { method: 'POST' })
  return status === 409 ? [] : [`asking for another try answers ${status}`]
}
