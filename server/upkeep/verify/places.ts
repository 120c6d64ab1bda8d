import { type RawBuilder, sql } from 'kysely'
import { config } from '../../platform/config.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { type ListedObject, storage } from '../../platform/storage/storage.ts'
import { avatarsOf } from '../../profiles/avatar.ts'
import { exportKey } from '../../rights/export/keys.ts'
import { itemsAtWork } from '../../safety/items.ts'
import { peopleAtWork } from '../../safety/people.ts'
import { removeBytes } from '../../uploads/bytes.ts'
import { keyOf } from '../../uploads/gated.ts'
import { type Finding, finding } from './finding.ts'

/** One of the storage's top folders: who its things are, by rows and by files. */
export interface Place<Row extends { name: string }> {
  prefix: string
  /** What a file belongs to, by its key. */
  nameOf(key: string): string
  /** All rows that have, or may have, something here, by name in the order of its bytes; or only the one of this name. */
  rows(from: Db | Tx, name?: string): RawBuilder<Row>
  /** The files of one name, asked for anew. */
  files(name: string): Promise<ListedObject[]>
  /** The files of one that no row names, and that are older than `before`: younger ones may belong to something that is just being made. */
  loose(row: Row | undefined, files: ListedObject[], before: Date): string[]
  /** Removes what there is of a name that has no row besides its files. */
  drop?(name: string): Promise<void>
  /** What is wrong with one of them. Files younger than `before` may belong to something that is just being made. */
  examine(row: Row | undefined, files: ListedObject[], before: Date): Finding[] | Promise<Finding[]>
}

interface Avatar {
  name: string
  avatar_url: string
}

export const avatars: Place<Avatar> = {
  prefix: 'avatars',
  nameOf: (key) => key.split('/')[1]!,
  rows: (from, name) =>
    sql`${peopleAtWork(from)
      .select([sql<string>`user_id::text`.as('name'), sql<string>`avatar_url`.as('avatar_url')])
      .where('avatar_url', 'like', sql.lit('/avatars/%'))
      .$if(name !== undefined, (rows) => rows.where('user_id', '=', name!))
      .orderBy('user_id')}`,
  files: (name) => below(avatarsOf(name)),
  loose: (row, files, before) => unnamed(files, (key) => row?.avatar_url === `/${key}`, before),
  examine: (row, files, before) => compare(row && [{ key: row.avatar_url.slice(1) }], files, before),
}

interface Copy {
  name: string
  key: string
  bytes: number
  is_due: boolean
}

/** Copies of people's data. Those whose days are over are being swept. */
export const exports: Place<Copy> = {
  prefix: 'exports',
  nameOf: (key) => key.slice('exports/'.length).replace(/\.zip$/, ''),
  rows: (from, name) =>
    sql`${from
      .selectFrom('exports')
      .select(sql<string>`user_id || '/' || id`.as('name'))
      .select(sql<string>`'exports/' || user_id || '/' || id || '.zip'`.as('key'))
      .select([sql<number>`bytes`.as('bytes'), sql<boolean>`expires_at > now()`.as('is_due')])
      .where('ready_at', 'is not', null)
      .$if(name !== undefined, (rows) => rows.where(sql<boolean>`user_id || '/' || id = ${name}`))
      .orderBy('user_id')
      .orderBy('id')}`,
  files: (name) => these([exportKey(...(name.split('/') as [string, string]))]),
  // Those that are over have a chore of their own.
  loose: (row, files, before) => (row ? [] : unnamed(files, () => false, before)),
  examine: (row, files, before) =>
    row?.is_due === false ? [] : compare(row && [{ key: row.key, size: row.bytes }], files, before),
}

interface Original {
  name: string
  size: number
  /** All bytes are in, and the item still names them. */
  is_kept: boolean
  is_coming: boolean
  is_old: boolean
}

/** What people have sent: as it comes in, and until it is encoded (or for good, where originals are kept). */
export const uploads: Place<Original> = {
  prefix: 'uploads',
  nameOf: (key) => key.slice('uploads/'.length, 'uploads/'.length + 36),
  rows: (from, name) =>
    sql`${itemsAtWork(from)
      .innerJoin('uploads', 'uploads.content_id', 'content.id')
      .select([sql<string>`uploads.id::text`.as('name'), sql<number>`file_size`.as('size')])
      .select(sql<boolean>`file_url is not null`.as('is_kept'))
      .select(sql<boolean>`completed_at is null`.as('is_coming'))
      .select(sql<boolean>`uploads.created_at < now() - interval '1 hour'`.as('is_old'))
      .where('deleted_at', 'is', null)
      .$if(name !== undefined, (rows) => rows.where(sql<boolean>`uploads.id::text = ${name}`))
      .orderBy('uploads.id')}`,
  files: (name) => these(['', '.info', '.part'].map((end) => `uploads/${name}${end}`)),
  // A bucket keeps the parts of an upload that is coming in out of sight, and they cost as much as files.
  drop: removeBytes,
  loose: (row, files, before) => {
    if (row?.is_coming) return []
    return unnamed(files, (key) => row?.is_kept === true && key === keyOf(row.name), before)
  },
  examine: (row, files, before) => {
    if (row?.is_kept) return compare([{ key: keyOf(row.name), size: row.size }], files, before)
    if (!row?.is_coming) return compare([], files, before)
    // A bucket keeps an upload that is coming in out of sight.
    const isLost = row.is_old && !config.s3 && files.length === 0
    return isLost
      ? [finding('file_missing', keyOf(row.name), 'The bytes of an upload that is coming in')]
      : []
  },
}

/** What should lie here against what does. */
function compare(
  wanted: { key: string; size?: number }[] | undefined,
  files: ListedObject[],
  before: Date,
): Finding[] {
  const found: Finding[] = []
  for (const { key, size } of wanted ?? []) {
    const file = files.find((one) => one.key === key)
    if (!file) found.push(finding('file_missing', key, 'A row names this file and it is not there.'))
    else if (file.size === 0) found.push(finding('file_empty', key, 'The file has no bytes.'))
    else if (size !== undefined && file.size !== size)
      found.push(finding('size_wrong', key, `${file.size} bytes; the row knows ${size}.`))
  }
  return [...found, ...withoutRow(files, (key) => wanted?.some((one) => one.key === key) ?? false, before)]
}

/** One finding for all the files of a name that nothing names and that are old enough to be nobody's work. */
export function withoutRow(
  files: ListedObject[],
  isNamed: (key: string) => boolean,
  before: Date,
): Finding[] {
  const loose = unnamed(files, isNamed, before)
  if (loose.length === 0) return []
  const more = loose.length > 1 ? ` and ${loose.length - 1} beside it` : ''
  return [finding('file_without_row', loose[0]!, `No row names this file${more}.`)]
}

export function unnamed(files: ListedObject[], isNamed: (key: string) => boolean, before: Date): string[] {
  return files.filter(({ key, modified }) => modified < before && !isNamed(key)).map(({ key }) => key)
}

export async function below(prefix: string): Promise<ListedObject[]> {
  return Array.fromAsync(storage.walk(prefix))
}

/** What lies under these keys now. */
export async function these(keys: string[]): Promise<ListedObject[]> {
  const found: ListedObject[] = []
  for (const key of keys) {
    const object = await storage.stat(key)
    if (object) found.push({ key, size: object.size, modified: object.modified })
  }
  return found
}
