import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { configure } from '#server/platform/config.ts'
import { closeDatabase, openDatabase } from '#server/platform/db/db.ts'
import { localStorage } from '#server/platform/storage/local.ts'
import { s3Storage } from '#server/platform/storage/s3.ts'
import { useStorage } from '#server/platform/storage/storage.ts'
import { newMember } from '../faults/site.ts'
import { Visitor } from '../media/member.ts'
import { freshDatabase } from '../support/database.ts'
import { freshDataDir, type StartedServer } from '../support/server.ts'
import { type Four, openFour } from './four.ts'
import { newBucket } from './radosgw.ts'

/** The four of a file of stories, into which this process looks through the product's own `db` and `storage`. */
export interface Place extends Four {
  /** Somebody new, who has been here for a month, and comes in where people do. */
  joins(): Promise<Visitor>
}

interface Wish {
  /** Where files are: in a bucket of the S3 server, or in a folder that all of them see. */
  files?: 'bucket' | 'folder'
  workers?: number
  /** Where people come in, when it is not the front. */
  publicUrl?: string
  env?: Record<string, string>
}

export async function openPlace({
  files = 'bucket',
  workers = 2,
  publicUrl,
  env: more = {},
}: Wish = {}): Promise<Place> {
  const [database, dataDir] = await Promise.all([freshDatabase(), freshDataDir()])
  const shared = files === 'bucket' ? await newBucket(process.env['TEST_APART']!) : { DATA_DIR: dataDir }
  const env = { DATABASE_URL: database.url, ...shared, ...more }
  const four = await openFour({ env, workers, ...(publicUrl && { publicUrl }) })
  const url = publicUrl ?? four.front.url
  const { s3 } = configure({ DATA_DIR: dataDir, ...env, PUBLIC_URL: url })
  openDatabase(database.url)
  useStorage(s3 ? s3Storage(s3) : localStorage(join(dataDir, 'files')))
  const close = async () => {
    await closeDatabase()
    await four.close()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { ...four, joins: () => newMember(url), close }
}

/** The same person at one of the servers, with the cookies they have now. */
export function at({ url }: Pick<StartedServer, 'url'>, who: Visitor): Visitor {
  const there = new Visitor(url)
  for (const [name, value] of who.cookies) there.cookies.set(name, value)
  return there
}

/** Words that nobody has said yet. */
export const newWords = () => `Said ${randomUUID().slice(0, 8)}`
