import { createWriteStream } from 'node:fs'
import { chmod, copyFile, link, mkdir, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Tx } from '../../platform/db/db.ts'
import { flushOne } from '../../platform/storage/durable.ts'
import { type ListedObject, storage } from '../../platform/storage/storage.ts'
import { rowsOf } from '../verify/cursor.ts'
import { media } from '../verify/media.ts'
import { meet } from '../verify/meet.ts'
import { avatars, exports, type Place, uploads } from '../verify/places.ts'
import { abreast } from '../abreast.ts'
import { sha256Of, writeSealed } from './durable.ts'
import { alongside, lineOf, type Listed } from './list.ts'
import { type Manifest, places } from './manifest.ts'

interface Copying {
  tx: Tx
  folder: string
  /** The newest backup beside it: what has not changed since is linked to. */
  previous: string | undefined
  /** Without, a bucket's objects are only listed. */
  withObjects: boolean
  /** Rows are of an older version than ours, and say nothing we could rely on: all files are taken. */
  isOlder: boolean
}

/** Copies what rows of the snapshot name, and lists it. What went meanwhile (its item was deleted) is counted. */
export async function writeFiles(copying: Copying): Promise<Manifest['files']> {
  const count = { count: 0, size: 0, missing: 0 }
  const lines = Readable.from(inPieces(linesOf(copying, count)))
  const list = await writeSealed(places.list(copying.folder), lines)
  return { are: copying.withObjects ? 'here' : 'in the bucket', ...count, list }
}

async function* linesOf(copying: Copying, count: { count: number; size: number; missing: number }) {
  const before = alongside(copying.previous)
  const kept = abreast(known(wantedFiles(copying), before), (wanted) => keep(copying, wanted))
  for await (const listed of kept) {
    if (!listed) {
      count.missing += 1
      continue
    }
    count.count += 1
    count.size += listed.size
    yield lineOf(listed)
  }
}

/** Compressing costs a turn of the thread pool a piece, so a piece is many lines. */
async function* inPieces(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = ''
  for await (const line of lines) {
    piece += line
    if (piece.length < 2 ** 16) continue
    yield piece
    piece = ''
  }
  if (piece) yield piece
}

/** What the newest backup has of each. */
async function* known(
  many: AsyncIterable<Wanted>,
  before: (key: string) => Promise<Listed | undefined>,
): AsyncGenerator<Wanted & { known: Listed | undefined }> {
  for await (const wanted of many) yield { ...wanted, known: await before(wanted.file.key) }
}

interface Wanted {
  file: ListedObject
  /** Its bytes still come in: in place, so it must not be linked to. */
  isComing: boolean
}

async function* wantedFiles({ tx, isOlder }: Copying): AsyncGenerator<Wanted> {
  if (isOlder) return yield* allFiles()
  yield* filesOf(tx, avatars, () => false)
  yield* filesOf(tx, exports, () => false)
  yield* filesOf(tx, media, () => false)
  yield* filesOf(tx, uploads, (row) => row.is_coming)
}

async function* allFiles(): AsyncGenerator<Wanted> {
  for (const { prefix } of [avatars, exports, media, uploads])
    for await (const file of storage.walk(prefix))
      if (!unfinished.test(file.key)) yield { file, isComing: prefix === uploads.prefix }
}

const unfinished = /\.(part|info)(\/|$)/

/** What belongs to a row of the snapshot. What has come after it has no row there. */
async function* filesOf<Row extends { name: string }>(
  tx: Tx,
  place: Place<Row>,
  isComing: (row: Row) => boolean,
): AsyncGenerator<Wanted> {
  const rows = rowsOf(tx, place.prefix, place.rows(tx))
  for await (const { row, files } of meet(rows, storage.walk(place.prefix), place.nameOf))
    for (const file of row ? files : [])
      if (!unfinished.test(file.key)) yield { file, isComing: isComing(row!) }
}

async function keep(
  { folder, previous, withObjects }: Copying,
  { file, isComing, known: before }: Wanted & { known: Listed | undefined },
): Promise<Listed | null> {
  const { key, size } = file
  const modified = Math.trunc(file.modified.getTime())
  if (!withObjects) return { key, size, modified, sha256: '' }
  const path = join(places.files(folder), key)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const isSame = before?.size === size && before.modified === modified && before.sha256 !== '' && !isComing
  if (isSame && (await linked(join(places.files(previous!), key), path))) return before
  if (!(await fetched(key, path, isComing))) return null
  const now = await stat(path)
  // What is linked is on the disk already: the storage says so before a row names it.
  if (now.nlink === 1) await flushOne(path)
  return { key, size: now.size, modified, sha256: await sha256Of(path, now.size) }
}

async function linked(from: string, to: string): Promise<boolean> {
  return link(from, to).then(
    () => true,
    () =>
      copyFile(from, to).then(
        () => true,
        () => false,
      ),
  )
}

/** A finished file never changes, so the local storage hands out a link where it can; from a bucket it is a copy. */
async function fetched(key: string, path: string, isComing: boolean): Promise<boolean> {
  try {
    if (isComing) await copied(key, path)
    else await storage.fetchTo(key, path)
    return true
  } catch (error) {
    await rm(path, { force: true })
    if (await storage.stat(key)) throw error
    return false
  }
}

async function copied(key: string, path: string): Promise<void> {
  const object = await storage.open(key)
  if (!object) throw new Error('the object is not there')
  await pipeline(Readable.fromWeb(object.body as never), createWriteStream(path, { mode: 0o600 }))
  await utimes(path, object.modified, object.modified)
  await chmod(path, 0o600)
}
