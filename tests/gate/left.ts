import { getContent, listContent } from '#contract/content.ts'
import { pathOf } from '#contract/endpoint.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { Member, Place } from './place.ts'
import type { Got } from './send.ts'

/** What was there before a file was sent. */
export interface Before {
  files: Set<string>
  said: number
}

export async function lookBefore(place: Place): Promise<Before> {
  return { files: await place.files(), said: place.said.length }
}

/** What a refused file has left behind; empty when that is nothing but one line for the operator. */
export async function leftBehind(
  place: Place,
  { visitor }: Member,
  got: Got,
  before: Before,
): Promise<string[]> {
  const { contentId } = got
  const rest = await Promise.all([
    nothingNew(place, before),
    nobodyBusy(place),
    oneLine(place, got, before),
    contentId ? notVisible(place, contentId) : [],
    contentId ? notTriedAgain(place, contentId) : [],
  ])
  if (contentId && got.outcome !== 'kept' && got.outcome.when === 'processing')
    rest.push(await cannotBeRetried(place, visitor, contentId))
  return rest.flat()
}

/** Its processing may still be tidying up when its owner hears of the refusal: a moment is given. */
async function nothingNew(place: Place, before: Before): Promise<string[]> {
  const fresh = async () => [...(await place.files())].filter((path) => !before.files.has(path))
  await eventually(async () => (await fresh()).length === 0, 2).catch(() => {})
  return (await fresh()).map((path) => `left ${path}`)
}

async function nobodyBusy(place: Place): Promise<string[]> {
  const running = async () => (await place.busy()).filter((line) => /ffmpeg|ffprobe|bwrap|prlimit/.test(line))
  await eventually(async () => (await running()).length === 0, 2).catch(() => {})
  return (await running()).map((line) => `still runs: ${line.slice(0, 80)}`)
}

/** One for each door that said no. */
async function oneLine(place: Place, { doors }: Got, before: Before): Promise<string[]> {
  const lines = () => place.said.slice(before.said).filter((line) => /"(upload|picture) refused"/.test(line))
  await eventually(async () => lines().length >= doors, 2).catch(() => {})
  return lines().length === doors ? [] : [`${lines().length} lines say that it was refused, not ${doors}`]
}

async function notVisible({ stranger }: Place, contentId: string): Promise<string[]> {
  const one = await stranger.fetch(pathOf(getContent, { params: { id: contentId } }))
  const list = await stranger.call(listContent, { query: {} })
  const isListed = list.items.some(({ id }) => id === contentId)
  return [
    ...(one.status === 404 ? [] : ['strangers can open it']),
    ...(isListed ? ['it is in the list'] : []),
  ]
}

async function notTriedAgain(place: Place, contentId: string): Promise<string[]> {
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
  place: Place,
  visitor: Member['visitor'],
  contentId: string,
): Promise<string[]> {
  const [row] = await place.query<{ id: string }>('select id from streams where content_id = $1', [contentId])
  const { status } = await visitor.fetch(`/api/streams/${row?.id}/retry`, { method: 'POST' })
  return status === 409 ? [] : [`asking for another try answers ${status}`]
}
