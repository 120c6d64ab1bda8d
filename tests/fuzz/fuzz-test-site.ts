import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { hashToken, createRandomToken } from '#server/auth/random-token.ts'
import { db } from '#server/platform/db/db.ts'
import { createAccessFixtures } from '#tests/support/access-fixtures/access-fixtures.ts'
import type { AccessFixtures } from '#tests/support/access-fixtures/fixture-types.ts'
import { startServerProcess } from '#tests/support/processes/server-process.ts'
import type { FuzzDictionary, OpenApiDocument } from './fuzz-request.ts'
import { createFuzzBroadcast } from './fuzz-broadcast.ts'
import { collectFuzzDictionary } from './fuzz-dictionary.ts'
import type { EventLoopStall } from './event-loop-probe.ts'

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

/** Maps each program that authenticates with a bearer token to the actor whose account the program uses. */
const programs = {
  program: 'follower',
  'program of staff': 'caseworker',
  'program of one suspended': 'suspended',
} as const

interface LogFindings {
  gaps: EventLoopStall[]
  heapUsed: number
  rss: number
  /** Number of responses by status. */
  statuses: Record<string, number>
}

export interface FuzzTestSite {
  origin: string
  document: OpenApiDocument
  dictionary: FuzzDictionary
  /** Returns the authentication header: a cookie for browsers, a bearer token for programs. */
  credentialsOf(actor: string): Record<string, string>
  /** Restores all sessions and undoes changes that would make every later request fail. */
  restore(): Promise<void>
  /** Returns the measurements of the server process since this function was last called with `begin`. */
  probe(about: 'begin' | 'gaps' | 'memory'): Promise<LogFindings>
  log: readonly string[]
  /** Returns whether the server process is still running. */
  isRunning(): boolean
  close(): Promise<void>
}

/**
 * Starts the real server in a separate process, with people, videos, cases and moderation records of every
 * kind.
 */
export async function startFuzzTestSite(
  env: Record<string, string> = {},
  hear: (line: string) => void = () => {},
): Promise<FuzzTestSite> {
  const cast = await createAccessFixtures()
  const broadcast = await createFuzzBroadcast(cast)
  const probePort = await freePort()
  const server = await startServerProcess({
    dataDir: cast.testApp.dataDir,
    env: {
      ROLE: 'web',
      DATABASE_URL: cast.testApp.databaseUrl,
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'event-loop-probe.ts')}`,
      PROBE_PORT: String(probePort),
      LOG_LEVEL: 'info',
      LIVE: 'on',
      ...env,
    },
    hear,
  })
  const credentials = await credentialsOf(cast)
  const document = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as OpenApiDocument
  return {
    origin: server.url,
    document,
    dictionary: {
      ...(await collectFuzzDictionary(cast, broadcast)),
      actors: [...actors, ...Object.keys(programs)],
    },
    credentialsOf: (actor) => credentials.get(actor) ?? {},
    restore: await createRestore(),
    probe: async (about) => (await fetch(`http://127.0.0.1:${probePort}/${about}`)).json() as never,
    log: server.log,
    isRunning: () => isRunning(server.pid),
    async close() {
      await server.stop()
      await cast.close()
    },
  }
}

async function credentialsOf(cast: AccessFixtures): Promise<Map<string, Record<string, string>>> {
  const found = new Map<string, Record<string, string>>()
  for (const name of actors) {
    const cookie = [...cast.actor(name).cookies].map(([key, value]) => `${key}=${value}`).join('; ')
    if (cookie) found.set(name, { cookie })
  }
  for (const [name, of] of Object.entries(programs)) {
    const access = createRandomToken()
    const expires_at = new Date(Date.now() + 3600_000)
    const { id: session_id } = await db
      .insertInto('sessions')
      .values({ user_id: cast.actor(of).id, token: createRandomToken(), expires_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    const token = { hash: hashToken(access), kind: 'access' as const, session_id, expires_at }
    await db.insertInto('bearer_tokens').values(token).execute()
    found.set(name, { authorization: `Bearer ${access}` })
  }
  return found
}

/** Returns a function that restores the initial sessions, roles, suspensions and content states. */
async function createRestore(): Promise<() => Promise<void>> {
  await sql`update content set likes_count = (select count(*) from likes where content_id = content.id)`.execute(
    db,
  )
  await sql`create table zz_sessions as select * from sessions`.execute(db)
  await sql`create table zz_tokens as select * from bearer_tokens`.execute(db)
  await sql`create table zz_users as select id, email, role from users`.execute(db)
  await sql`create table zz_profiles as select id, username, deletion_scheduled_at, suspended_until, is_private from profiles`.execute(
    db,
  )
  await sql`create table zz_broadcasts as select * from broadcasts`.execute(db)
  await sql`create table zz_content as select id, deleted_at, moderation, visibility,
    chosen_visibility, publication_state, publish_at from content`.execute(db)
  return async () => {
    await sql`insert into sessions select * from zz_sessions on conflict do nothing`.execute(db)
    await sql`insert into bearer_tokens select * from zz_tokens on conflict do nothing`.execute(db)
    await sql`update users set role = was.role from zz_users was where was.id = users.id`.execute(db)
    await sql`update profiles set deletion_scheduled_at = was.deletion_scheduled_at, suspended_until = was.suspended_until
      from zz_profiles was where was.id = profiles.id`.execute(db)
    await sql`update broadcasts set state = 'ended', ended_at = now(), end_reason = 'creator'
      where state <> 'ended' and content_id not in (select content_id from zz_broadcasts)`.execute(db)
    await sql`update broadcasts set state = was.state, ended_at = was.ended_at, end_reason = was.end_reason,
      cut_at = was.cut_at, packaged_at = was.packaged_at
      from zz_broadcasts was where was.content_id = broadcasts.content_id`.execute(db)
    await sql`update content set deleted_at = was.deleted_at, moderation = was.moderation, visibility = was.visibility,
      chosen_visibility = was.chosen_visibility, publication_state = was.publication_state, publish_at = was.publish_at
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
