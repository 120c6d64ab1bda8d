import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'
import { openCast } from '../access/cast.ts'
import { startServer } from '../support/server.ts'
import type { Known, OpenApi } from './arbitrary.ts'
import type { Gap } from './probe.ts'

const actors = [
  'anonymous',
  'owner',
  'stranger',
  'moderator',
  'caseworker',
  'admin',
  'young',
  'suspended',
] as const

export interface Site {
  origin: string
  document: OpenApi
  known: Known
  cookieOf(actor: string): string | undefined
  /** Signs everybody in again and takes back what would make all that follows be refused. */
  restore(): Promise<void>
  /** What the server's own process has seen since the last `begin`. */
  probe(about: 'begin' | 'gaps' | 'memory'): Promise<{ gaps: Gap[]; heapUsed: number; rss: number }>
  log: readonly string[]
  /** Is its process still there? */
  lives(): boolean
  close(): Promise<void>
}

/** The real server in a process of its own, on a site with people, films, cases and papers of every kind. */
export async function openSite(): Promise<Site> {
  const cast = await openCast()
  const probePort = await freePort()
  const server = await startServer({
    dataDir: cast.house.dataDir,
    env: {
      ROLE: 'web',
      DATABASE_URL: cast.house.databaseUrl,
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'probe.ts')}`,
      PROBE_PORT: String(probePort),
      LOG_LEVEL: 'info',
    },
  })
  const cookies = new Map(
    actors.map((name) => [
      name as string,
      [...cast.actor(name).cookies].map(([cookie, value]) => `${cookie}=${value}`).join('; ') || undefined,
    ]),
  )
  const document = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as OpenApi
  return {
    origin: server.url,
    document,
    known: await knownOf(cast),
    cookieOf: (actor) => cookies.get(actor),
    restore: await restoring(),
    probe: async (about) => (await fetch(`http://127.0.0.1:${probePort}/${about}`)).json() as never,
    log: server.log,
    lives: () => isRunning(server.pid),
    async close() {
      await server.stop()
      await cast.close()
    },
  }
}

async function knownOf(cast: Awaited<ReturnType<typeof openCast>>): Promise<Known> {
  const items = [...Object.values(cast.items), cast.plaza]
  const people = Object.values(cast.people)
  const receipts = await db.selectFrom('reports').select('id').execute()
  const first = items[0]!
  const ids = [
    ...items.flatMap(({ id, streamId, uploadId }) => [id, streamId, uploadId]),
    ...people.map(({ id }) => id),
    ...Object.values(cast.comments).map(({ id }) => id),
    ...Object.values(cast.papers).map(({ id }) => id),
    ...Object.values(cast.cases).map(({ id }) => id),
    ...receipts.map(({ id }) => id),
  ]
  const media = `/media/${first.playbackId}`
  return {
    ids,
    actors: [...actors],
    texts: {
      username: people.map(({ username }) => username),
      playback_id: items.map(({ playbackId }) => playbackId),
      email: ['ada@example.com', 'nobody@example.com', 'new.person@example.com'],
      password: ['kayak-lantern-42', 'wrong-password-1'],
      time_zone: ['Europe/Berlin', 'America/New_York', 'Nowhere/Else'],
      genre: ['pop', 'rock', 'drama'],
      file_name: ['a.mp4', 'b.mov', 'c.webm', 'd.exe'],
      q: ['zebrafish', 'zebr', first.words[0], 'ada'],
      next: ['/dashboard', '/watch/1', '//evil.example', '/api/session'],
      addresses: [`http://localhost:3000/watch/${first.id}`],
      address: [`http://localhost:3000/watch/${first.id}`],
    },
    paths: [
      '/',
      '/music',
      '/search',
      '/charts',
      '/genre/pop',
      '/browse/genre',
      `/watch/${first.id}`,
      `/embed/${first.playbackId}`,
      '/creator/ada',
      `/creator/id/${people[0]!.id}`,
      '/create/story',
      '/dashboard',
      '/dashboard/data',
      `/dashboard/edit/${first.id}`,
      '/notifications',
      '/mod',
      '/login',
      '/signup',
      '/contact',
      '/help',
      '/api/docs',
      '/dev/mail',
      '/manifest.webmanifest',
      '/nothing/like/this',
      '/healthz',
      '/robots.txt',
      '/sitemap.xml',
      '/sitemap/videos.xml',
      '/oembed',
      '/assets/nothing.js',
      '/favicon.svg',
      `/api/uploads/${first.uploadId}`,
      `/api/content/${first.id}/events`,
      '/api/notifications/events',
      '/api/auth/verify-email',
      '/api/auth/callback/google',
      `${media}/master.m3u8`,
      `${media}/thumbnail`,
      `${media}/1/240p/index.m3u8`,
      `${media}/1/240p/seg_1.m4s`,
      `${media}/1/poster.webp`,
      people[0]!.avatar,
    ],
  }
}

/** Sessions, standing and state as they were at first. */
async function restoring(): Promise<() => Promise<void>> {
  await sql`update content set likes_count = (select count(*) from likes where content_id = content.id)`.execute(
    db,
  )
  await sql`create table zz_sessions as select * from sessions`.execute(db)
  await sql`create table zz_users as select id, email, role from users`.execute(db)
  await sql`create table zz_profiles as select id, username, leaving_at, suspended_until, is_private from profiles`.execute(
    db,
  )
  await sql`create table zz_content as select id, deleted_at, moderation, visibility from content`.execute(db)
  return async () => {
    await sql`insert into sessions select * from zz_sessions on conflict do nothing`.execute(db)
    await sql`update users set role = was.role from zz_users was where was.id = users.id`.execute(db)
    await sql`update profiles set leaving_at = was.leaving_at, suspended_until = was.suspended_until
      from zz_profiles was where was.id = profiles.id`.execute(db)
    await sql`update content set deleted_at = was.deleted_at, moderation = was.moderation, visibility = was.visibility
      from zz_content was where was.id = content.id`.execute(db)
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
