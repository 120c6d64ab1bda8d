import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signUp } from '#contract/accounts/accounts.ts'
import { getSession } from '#contract/accounts/current-user.ts'
import type { ResponseOf, Endpoint, InputOf } from '#contract/endpoint.ts'
import { initializeAuth } from '#server/auth/auth.ts'
import { argon2Parameters } from '#server/auth/passwords/password-hash.ts'
import { createApi, cronJobs, jobWorkers } from '#server/app.ts'
import { config, loadConfig } from '#server/platform/config.ts'
import { closeDatabase, db, openDatabase, poolDeadlockDetection } from '#server/platform/db/db.ts'
import type { App } from '#server/platform/http/app.ts'
import { startLiveUpdates, stopLiveUpdates } from '#server/platform/live-updates/live-updates.ts'
import { startQueue, startJobWorkers, stopQueue } from '#server/platform/queue/queue.ts'
import { createDiskStorage } from '#server/platform/storage/disk-storage.ts'
import { createS3Storage } from '#server/platform/storage/s3-storage.ts'
import { setStorage } from '#server/platform/storage/storage.ts'
import { startSettingsSync } from '#server/platform/runtime-settings/settings-sync.ts'
import { callApiWithFetch } from '#web/api/api-client.ts'
import { startAppCluster } from '../cluster/app-cluster.ts'
import { createTestDatabase } from '../postgres/test-database.ts'

/**
 * The real application, which runs in the test process with a real database and real storage, but without a
 * network socket. Each test file has its own application. Under `npm run test:multi-process`, other processes
 * answer the requests in turn, and the test process only prepares the data.
 */
export interface TestApp {
  app: App
  dataDir: string
  databaseUrl: string
  /** Returns an anonymous visitor. */
  anonymousUser(): TestUser
  /** Signs up a new member with this name and age. */
  signUpMember(name: string, age?: number): Promise<TestUser>
  close(): Promise<void>
}

/**
 * The database and the data folder of a test application. By default, each test application gets a new
 * database and a new data folder.
 */
interface TestEnvironment {
  database: {
    url: string
    /** The address of the database through a connection pooler. */
    pooledUrl?: string | undefined
    /** The address of a streaming replica. */
    replicaUrl?: string
    drop(): Promise<void>
  }
  dataDir: string
}

export async function createTestEnvironment(): Promise<TestEnvironment> {
  return { database: await createTestDatabase(), dataDir: await mkdtemp(join(tmpdir(), 'afterbell-house-')) }
}

/**
 * Opens a test application. With the `working` option, the application also runs the jobs in its queue, such
 * as video processing and email.
 */
export async function startTestApp({
  working = false,
  env = {} as Record<string, string>,
  ground = undefined as TestEnvironment | undefined,
} = {}): Promise<TestApp> {
  const { database, dataDir } = ground ?? (await createTestEnvironment())
  const others = await startAppCluster(database.url, env)
  const { s3 } = loadConfig({ DATA_DIR: dataDir, ...env, ...others?.env })
  const { pooledUrl, replicaUrl } = database
  openDatabase(pooledUrl ?? database.url, undefined, {
    directUrl: pooledUrl && database.url,
    replicaUrl,
  })
  poolDeadlockDetection.throws = true
  setStorage(s3 ? createS3Storage(s3) : createDiskStorage(join(dataDir, 'files')))
  await initializeAuth()
  // Hashing passwords at full cost took a tenth of the CPU time of five API test files (measured). The full
  // cost still applies in the tests of the hash itself (passwords.test.ts) and on sites in separate
  // processes.
  argon2Parameters.memoryKiB = 1024
  await startQueue(
    database.url,
    jobWorkers.map(({ job }) => job),
    working,
  )
  await startLiveUpdates(database.url)
  const stopSettingsSync = await startSettingsSync({ isPolling: false })
  if (working) await startJobWorkers(jobWorkers, cronJobs)
  const app = createApi()
  others?.answerFor(app)
  return {
    app,
    dataDir,
    databaseUrl: database.url,
    anonymousUser: () => new TestUser(app),
    signUpMember: (name, age = 16) => signUpUser(new TestUser(app), name, age),
    async close() {
      await others?.close()
      await stopSettingsSync()
      await stopLiveUpdates()
      await stopQueue()
      await closeDatabase()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export const validPassword = 'kayak-lantern-42'

async function signUpUser(person: TestUser, name: string, age: number): Promise<TestUser> {
  await person.call(signUp, {
    body: {
      full_name: `${name} Example`,
      email: getTestUserEmail(name),
      age,
      username: name,
      password: validPassword,
      terms: true,
    },
  })
  const { me } = await person.call(getSession, {})
  person.id = me!.id
  person.name = name
  return person
}

/**
 * Returns the email address of a test user. Under the strict preset, the address does not resemble the
 * username, because that preset refuses usernames that resemble the address.
 */
export function getTestUserEmail(name: string): string {
  return config.safetyPreset === 'strict' ? `letters.for.${name}@example.com` : `${name}@example.com`
}

/** The credentials with which this person signs in. */
export function getTestCredentials(name: string): { email: string; password: string } {
  return { email: getTestUserEmail(name), password: validPassword }
}

/** Marks the person's email address as confirmed. */
export async function confirmUserEmail(person: TestUser): Promise<TestUser> {
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', person.id).execute()
  return person
}

/** Returns the person's current username. */
export async function fetchUsername(person: TestUser): Promise<string | null> {
  return (await person.call(getSession, {})).me?.username ?? null
}

/** A simulated person whose browser keeps cookies and calls endpoints of the API contract. */
export class TestUser {
  id = ''
  name = ''
  readonly app: App
  readonly cookies = new Map<string, string>()

  constructor(app: App) {
    this.app = app
  }

  /** Calls an endpoint. Throws an ApiCallError if the API returns an error. */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<ResponseOf<E>> {
    return callApiWithFetch((path, init) => this.fetch(path, init), endpoint, input)
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (this.cookies.size)
      headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await this.app.request(
      new Request(new URL(path, 'http://localhost:3000'), { ...init, headers }),
    )
    for (const line of response.headers.getSetCookie()) this.keep(line)
    return response
  }

  private keep(line: string): void {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (!name) return
    if (!value || /max-age=0/i.test(line)) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}
