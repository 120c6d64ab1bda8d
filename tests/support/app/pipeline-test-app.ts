import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { testPriority } from '#media/sandbox/sandbox-command.ts'
import { loadConfig } from '#server/platform/config.ts'
import { closeDatabase, db, openDatabase, poolDeadlockDetection } from '#server/platform/db/db.ts'
import { type App, createApp } from '#server/platform/http/app.ts'
import { anonymousViewer, type Viewer } from '#server/platform/http/viewer.ts'
import { startLiveUpdates, stopLiveUpdates } from '#server/platform/live-updates/live-updates.ts'
import { startQueue, startJobWorkers, stopQueue } from '#server/platform/queue/queue.ts'
import { createDiskStorage } from '#server/platform/storage/disk-storage.ts'
import { createS3Storage } from '#server/platform/storage/s3-storage.ts'
import { setStorage } from '#server/platform/storage/storage.ts'
import { playbackRoutes } from '#server/playback/routes.ts'
import { transcodingWorkers } from '#server/transcoding/jobs.ts'
import { pieceEncodingJob, pieceJoiningJob } from '#server/transcoding/pieces/piece-jobs.ts'
import { transcodingRoutes } from '#server/transcoding/routes.ts'
import { contentErasureJob } from '#server/content/delete-content.ts'
import { replacementTranscodingJob, transcodingJob } from '#server/uploads/complete-upload.ts'
import { replacementCleanupJob } from '#server/uploads/replacements/replacement-cleanup.ts'
import { uploadRoutes } from '#server/uploads/routes.ts'
import { setEventListeners } from '#server/domain-events.ts'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'

/** An app for tests of uploads, processing and playback. PostgreSQL, the disk and HTTP are real. */
export interface PipelineTestApp {
  app: App
  url: string
  dataDir: string
  databaseUrl: string
  /** Creates a user whose account is a week old, and returns the ID that tests pass to `createTestUserHeaders`. */
  join(username: string, isPrivate?: boolean): Promise<string>
  /** Creates an upload as this user and sends the file in one PATCH, as the browser does. */
  send(who: string, bytes: Buffer, name: string): Promise<SentUpload>
  /** Returns the paths of all files in the data folder. */
  files(): Promise<string[]>
  close(): Promise<void>
}

interface SentUpload {
  uploadURL: string
  contentId: string
  streamId: string
}

/**
 * Starts an app in the `before` hook of a test file. A request header, not a session cookie, identifies the
 * viewer, because other tests cover authentication.
 */
export async function startPipelineTestApp({
  working = false,
  env = {} as Record<string, string>,
} = {}): Promise<PipelineTestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'afterbell-scene-'))
  const database = await createTestDatabase()
  openDatabase(database.url)
  poolDeadlockDetection.throws = true
  testPriority.nice = 0
  // The complete set of listeners would enqueue jobs for queues that this app does not have.
  const eventListeners = setEventListeners([])
  const routes = [...uploadRoutes, ...transcodingRoutes, ...playbackRoutes]
  const app = createApp({
    routes,
    loadViewer: viewerOf,
    renewSession: async () => {},
    site: { name: 'Afterbell', url: '' },
  })
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await new Promise((listening) => server.once('listening', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { s3, dataDir: home } = loadConfig({ DATA_DIR: dataDir, PUBLIC_URL: url, ...env })
  setStorage(s3 ? createS3Storage(s3) : createDiskStorage(join(home, 'files')))
  await startLiveUpdates(database.url)
  await startQueue(
    database.url,
    [
      transcodingJob,
      replacementTranscodingJob,
      pieceEncodingJob,
      pieceJoiningJob,
      contentErasureJob,
      replacementCleanupJob,
    ],
    working,
  )
  if (working) await startJobWorkers(transcodingWorkers, [])

  return {
    app,
    url,
    dataDir,
    databaseUrl: database.url,
    join: createWeekOldUser,
    send: (who, bytes, name) => sendWhole(url, who, bytes, name),
    files: () => filesBelow(dataDir),
    async close() {
      await stopQueue()
      await stopLiveUpdates()
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await closeDatabase()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
      setEventListeners(eventListeners)
    },
  }
}

async function sendWhole(url: string, who: string, bytes: Buffer, name: string): Promise<SentUpload> {
  const announced = await fetch(`${url}/api/uploads`, {
    method: 'POST',
    headers: createTestUserHeaders(who, { 'content-type': 'application/json' }),
    body: JSON.stringify({
      title: 'Harbour',
      content_type: 'music',
      file_name: name,
      file_size: bytes.length,
    }),
  })
  const answer = (await announced.json()) as SentUpload
  const sent = await fetch(answer.uploadURL, {
    method: 'PATCH',
    headers: createTestUserHeaders(who, {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    }),
    body: bytes as BodyInit,
  })
  if (sent.status !== 204) throw new Error(`${sent.status} ${await sent.text()}`)
  return answer
}

async function createWeekOldUser(username: string, isPrivate = false): Promise<string> {
  const { id } = await db
    .insertInto('users')
    .values({ email: `${username}@example.org`, created_at: new Date(Date.now() - 7 * 24 * 3600_000) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('profiles').values({ user_id: id, username, is_private: isPrivate }).execute()
  return id
}

/** Returns request headers that identify this user as the viewer. */
export const createTestUserHeaders = (userId: string | undefined, more: Record<string, string> = {}) => ({
  ...(userId && { 'x-test-user': userId }),
  ...more,
})

async function viewerOf(headers: Headers): Promise<Viewer> {
  const id = headers.get('x-test-user')
  if (!id) return anonymousViewer
  const session = { id, createdAt: new Date(), expiresAt: new Date(), renewal: null }
  return {
    kind: 'member',
    id,
    username: '',
    email: '',
    emailVerified: true,
    language: null,
    isAdult: false,
    band: '16-17',
    canSeeRated16: true,
    hasAgedOut: false,
    isSuspended: false,
    role: 'user',
    deletionScheduledAt: null,
    session,
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
}
