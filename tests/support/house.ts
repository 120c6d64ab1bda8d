import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getSession, signUp } from '#contract/accounts.ts'
import type { AnswerOf, Endpoint, InputOf } from '#contract/endpoint.ts'
import { startAuth } from '#server/accounts/auth.ts'
import { api, chores, workers } from '#server/app.ts'
import { config, configure } from '#server/platform/config.ts'
import { closeDatabase, db, openDatabase, secondConnection } from '#server/platform/db/db.ts'
import type { App } from '#server/platform/http/app.ts'
import { startLive, stopLive } from '#server/platform/live.ts'
import { startQueue, startWork, stopQueue } from '#server/platform/queue.ts'
import { localStorage } from '#server/platform/storage/local.ts'
import { s3Storage } from '#server/platform/storage/s3.ts'
import { useStorage } from '#server/platform/storage/storage.ts'
import { callWith } from '#web/api/call.ts'
import { besides } from '../apart/besides.ts'
import { freshDatabase } from './database.ts'

/**
 * The real application in this process: real database, real storage, no socket. One a test file. Under `npm run test:apart` other
 * processes answer in its place, in turn, and this one only sets the scene.
 */
export interface House {
  app: App
  dataDir: string
  databaseUrl: string
  /** Somebody who is not signed in. */
  stranger(): Person
  /** A new member of this name and age. */
  joins(name: string, age?: number): Promise<Person>
  close(): Promise<void>
}

/** A database and a data folder; without, both are new. */
interface Ground {
  database: { url: string; drop(): Promise<void> }
  dataDir: string
}

export async function freshGround(): Promise<Ground> {
  return { database: await freshDatabase(), dataDir: await mkdtemp(join(tmpdir(), 'afterbell-house-')) }
}

/** Opens a house. With `working`, its queue works on jobs (processing, mail). */
export async function openHouse({
  working = false,
  env = {} as Record<string, string>,
  ground = undefined as Ground | undefined,
} = {}): Promise<House> {
  const { database, dataDir } = ground ?? (await freshGround())
  const others = await besides(database.url, env)
  const { s3 } = configure({ DATA_DIR: dataDir, ...env, ...others?.env })
  openDatabase(database.url)
  secondConnection.fails = true
  useStorage(s3 ? s3Storage(s3) : localStorage(join(dataDir, 'files')))
  await startAuth()
  await startQueue(
    database.url,
    workers.map(({ job }) => job),
    working,
  )
  await startLive(database.url)
  if (working) await startWork(workers, chores)
  const app = api()
  others?.answerFor(app)
  return {
    app,
    dataDir,
    databaseUrl: database.url,
    stranger: () => new Person(app),
    joins: (name, age = 16) => joined(new Person(app), name, age),
    async close() {
      await others?.close()
      await stopLive()
      await stopQueue()
      await closeDatabase()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export const goodPassword = 'kayak-lantern-42'

async function joined(person: Person, name: string, age: number): Promise<Person> {
  await person.call(signUp, {
    body: {
      full_name: `${name} Example`,
      email: emailOf(name),
      age,
      username: name,
      password: goodPassword,
      terms: true,
    },
  })
  const { me } = await person.call(getSession, {})
  person.id = me!.id
  person.name = name
  return person
}

/** Where the preset is strict, a username like one's email address is refused. */
export function emailOf(name: string): string {
  return config.safetyPreset === 'strict' ? `letters.for.${name}@example.com` : `${name}@example.com`
}

/** What somebody of this name types to sign in. */
export function credentials(name: string): { email: string; password: string } {
  return { email: emailOf(name), password: goodPassword }
}

/** As if they had followed the confirmation link. */
export async function confirmed(person: Person): Promise<Person> {
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', person.id).execute()
  return person
}

/** As whom the site knows them now. */
export async function nameOf(person: Person): Promise<string | null> {
  return (await person.call(getSession, {})).me?.username ?? null
}

/** Somebody with a browser: keeps the cookies they get, calls endpoints of the contract. */
export class Person {
  id = ''
  name = ''
  readonly app: App
  readonly cookies = new Map<string, string>()

  constructor(app: App) {
    this.app = app
  }

  /** Throws CallError when refused. */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<AnswerOf<E>> {
    return callWith((path, init) => this.fetch(path, init), endpoint, input)
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (this.cookies.size)
      headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const answer = await this.app.request(
      new Request(new URL(path, 'http://localhost:3000'), { ...init, headers }),
    )
    for (const line of answer.headers.getSetCookie()) this.keep(line)
    return answer
  }

  private keep(line: string): void {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (!name) return
    if (!value || /max-age=0/i.test(line)) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}
