import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { createUpload } from '#contract/content/uploads.ts'
import type { PublicationState, UploadType, Visibility } from '#contract/content/content-types.ts'
import { type HttpTestClient, signUpOverHttp } from '../clients/http-test-client.ts'
import { uploadAndAwaitProcessing } from '../clients/upload-client.ts'
import { generateUniqueUsername } from '../fixtures/unique-username.ts'
import { createTestClip, type TestClipOptions } from '../media/generated-clips.ts'
import { runQuery } from '../postgres/run-query.ts'
import { findTestSite, type TestSite } from '../processes/test-site.ts'

interface Film {
  title: string
  type?: UploadType
  genre?: string
  description?: string
  visibility?: Visibility
  publication_state?: PublicationState
  publish_at?: string
}

/**
 * Uploads a short video for the user `owner`, waits until the video is fully processed, and returns the
 * video's ID.
 */
export async function uploadSampleVideo(
  owner: HttpTestClient,
  { title, ...about }: Film,
  options: TestClipOptions = {},
): Promise<string> {
  const path = await createTestClip(undefined, options)
  const { contentId } = await uploadAndAwaitProcessing(owner, {
    path,
    fileName: 'clip.mp4',
    title,
    by: 'form',
    ...about,
  })
  return contentId
}

/**
 * Publishes a short video for tests that are not about uploading, and returns its ID. The draft is created
 * through the API as usual. The media files and all other database rows are copied from a video that has
 * already been processed. Each Playwright worker uploads and processes a clip only once, because processing
 * takes about 2.5 s of CPU time. The owner is not notified that the video is ready.
 */
export async function publishSampleVideo(
  owner: HttpTestClient,
  { title, type = 'music', ...about }: Film,
  options: TestClipOptions = {},
): Promise<string> {
  const site = findTestSite(owner.url)
  const clip = await processClipOnce(site, options)
  const { contentId, uploadURL } = await owner.call(createUpload, {
    body: { title, content_type: type, ...about, file_name: 'clip.mp4', file_size: clip.size },
  })
  await insertProcessedClip(site, clip, contentId)
  await rm(join(site.dataDir, 'files/uploads', new URL(uploadURL).pathname.split('/').at(-1)!))
  return contentId
}

/** The result of processing a clip. */
interface ProcessedClip {
  size: number
  contentId: string
  playbackId: string
  /** The database rows of the processed item, as JSON. */
  rows: string
  /** The media files by their path below the item's media folder. */
  files: Map<string, Buffer>
}

const processedClips = new Map<string, Promise<ProcessedClip>>()

function processClipOnce(site: TestSite, options: TestClipOptions): Promise<ProcessedClip> {
  const key = JSON.stringify(options)
  const made = processedClips.get(key) ?? processClip(site, options)
  processedClips.set(key, made)
  return made
}

/**
 * Uploads the clip as a private video of a separate member. The member is 19, because at that age no preset
 * restricts the choice of username.
 */
async function processClip(site: TestSite, options: TestClipOptions): Promise<ProcessedClip> {
  const member = await signUpOverHttp(site.url, generateUniqueUsername(), 19)
  const path = await createTestClip(undefined, options)
  const { contentId } = await uploadAndAwaitProcessing(member, {
    path,
    fileName: 'clip.mp4',
    title: 'Sample',
    visibility: 'only_me',
    by: 'form',
  })
  const [row] = await runQuery<{ size: number; playback_id: string; rows: object }>(
    site.databaseUrl,
    `select uploads.file_size::float8 as size, playback_id, jsonb_build_object(
       'content', to_jsonb(content), 'streams', to_jsonb(streams), 'uploads', to_jsonb(uploads),
       'media_hashes', (select jsonb_agg(to_jsonb(media_hashes)) from media_hashes where content_id = $1),
       'renditions', (select jsonb_agg(to_jsonb(renditions)) from renditions where content_id = $1)) as rows
     from content join streams on streams.content_id = content.id join uploads on uploads.content_id = content.id
     where content.id = $1`,
    [contentId],
  )
  const { size, playback_id: playbackId, rows } = row!
  const files = await readFiles(mediaFolder(site, playbackId))
  return { size, contentId, playbackId, rows: JSON.stringify(rows), files }
}

/**
 * Stores the media files and fills the draft's database rows, as if an upload to this draft had been
 * processed.
 */
async function insertProcessedClip(site: TestSite, clip: ProcessedClip, contentId: string): Promise<void> {
  const [draft] = await runQuery<{ playback_id: string }>(
    site.databaseUrl,
    'select playback_id from content where id = $1',
    [contentId],
  )
  const { playback_id: playbackId } = draft!
  for (const [path, bytes] of clip.files) {
    const at = join(mediaFolder(site, playbackId), path)
    await mkdir(dirname(at), { recursive: true })
    await writeFile(at, bytes)
  }
  const rows = clip.rows.replaceAll(clip.contentId, contentId).replaceAll(clip.playbackId, playbackId)
  await runQuery(site.databaseUrl, insertRows, [contentId, rows])
}

/** The columns that transcoding fills in. */
const contentColumns = `file_url, stream_url, stream_status, stream_thumbnail_url, preview_url, storyboard_url,
  duration_seconds, width, height, loudness_lufs`
const streamColumns =
  'state, fence, tries, percent, playable, queued_at, started_at, heartbeat_at, finished_at, source'

const insertRows = `
  with made as (select $2::jsonb as rows),
  item as (update content set (${contentColumns}) = (
    select ${contentColumns} from made, jsonb_populate_record(null::content, rows->'content'))
    where id = $1),
  stream as (update streams set (${streamColumns}) = (
    select ${streamColumns} from made, jsonb_populate_record(null::streams, rows->'streams'))
    where content_id = $1),
  upload as (update uploads set (demuxer, completed_at) = (
    select demuxer, completed_at from made, jsonb_populate_record(null::uploads, rows->'uploads'))
    where content_id = $1),
  hash as (insert into media_hashes
    select one.* from made, jsonb_populate_recordset(null::media_hashes, rows->'media_hashes') as one)
  insert into renditions
    select one.* from made, jsonb_populate_recordset(null::renditions, rows->'renditions') as one`

function mediaFolder({ dataDir }: TestSite, playbackId: string): string {
  return join(dataDir, 'files/media', playbackId)
}

async function readFiles(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  return new Map(
    await Promise.all(paths.map(async (path) => [relative(folder, path), await readFile(path)] as const)),
  )
}
