import { type RawBuilder, sql } from 'kysely'
import { config } from '#server/platform/config.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { type ListedObject, storage } from '#server/platform/storage/storage.ts'
import { avatarStoragePrefix } from '#server/profiles/avatar.ts'
import { exportStorageKey } from '#server/privacy/data-export/export-storage-keys.ts'
import { selectItemsUnchecked } from '#server/access-policy/items.ts'
import { selectPeopleUnchecked } from '#server/access-policy/people.ts'
import { removeUploadedBytes } from '#server/uploads/upload-store.ts'
import { uploadKeyOf } from '#server/uploads/upload-keys.ts'
import { type VerificationFinding, createFinding } from './finding.ts'

/** One of the storage's top folders: who its things are, by rows and by files. */
export interface StorageFolder<Row extends { name: string }> {
  prefix: string
  /** What a file belongs to, by its key. */
  nameOf(key: string): string
  /** All rows that have, or may have, something here, by name in the order of its bytes; or only the one of this name. */
  rows(from: Db | Tx, name?: string): RawBuilder<Row>
  /** The files of one name, asked for anew. */
  files(name: string): Promise<ListedObject[]>
  /** The files of one that no row names, and that are older than `before`: younger ones may belong to something that is just being made. */
  unreferencedKeys(row: Row | undefined, files: ListedObject[], before: Date): string[]
  /** Removes what there is of a name that has no row besides its files. */
  removeRemains?(name: string): Promise<void>
  /** What is wrong with one of them. Files younger than `before` may belong to something that is just being made. */
  examine(
    row: Row | undefined,
    files: ListedObject[],
    before: Date,
  ): VerificationFinding[] | Promise<VerificationFinding[]>
}

interface AvatarRow {
  name: string
  avatar_url: string
}

export const avatarFolder: StorageFolder<AvatarRow> = {
  prefix: 'avatars',
  nameOf: (key) => key.split('/')[1]!,
  rows: (from, name) =>
    sql`${selectPeopleUnchecked(from)
      .select([sql<string>`user_id::text`.as('name'), sql<string>`avatar_url`.as('avatar_url')])
      .where('avatar_url', 'like', sql.lit('/avatars/%'))
      .$if(name !== undefined, (rows) => rows.where('user_id', '=', name!))
      .orderBy('user_id')}`,
  files: (name) => listObjectsBelow(avatarStoragePrefix(name)),
  unreferencedKeys: (row, files, before) =>
    listUnreferencedKeys(files, (key) => row?.avatar_url === `/${key}`, before),
  examine: (row, files, before) => compareFiles(row && [{ key: row.avatar_url.slice(1) }], files, before),
}

interface ExportRow {
  name: string
  key: string
  bytes: number
  is_due: boolean
}

/** Copies of people's data. Those whose days are over are being swept. */
export const exportFolder: StorageFolder<ExportRow> = {
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
  files: (name) => statObjects([exportStorageKey(...(name.split('/') as [string, string]))]),
  // Those that are over have a chore of their own.
  unreferencedKeys: (row, files, before) => (row ? [] : listUnreferencedKeys(files, () => false, before)),
  examine: (row, files, before) =>
    row?.is_due === false ? [] : compareFiles(row && [{ key: row.key, size: row.bytes }], files, before),
}

interface UploadRow {
  name: string
  size: number
  /** All bytes are in, and the item still names them. */
  is_kept: boolean
  is_coming: boolean
  is_old: boolean
}

/** What people have sent: as it comes in, and until it is encoded (or for good, where originals are kept). */
export const uploadFolder: StorageFolder<UploadRow> = {
  prefix: 'uploads',
  nameOf: (key) => key.slice('uploads/'.length, 'uploads/'.length + 36),
  rows: (from, name) =>
    sql`${selectItemsUnchecked(from)
      .innerJoin('uploads', 'uploads.content_id', 'content.id')
      .select([sql<string>`uploads.id::text`.as('name'), sql<number>`file_size`.as('size')])
      .select(sql<boolean>`file_url is not null`.as('is_kept'))
      .select(sql<boolean>`completed_at is null`.as('is_coming'))
      .select(sql<boolean>`uploads.created_at < now() - interval '1 hour'`.as('is_old'))
      .where('deleted_at', 'is', null)
      .$if(name !== undefined, (rows) => rows.where(sql<boolean>`uploads.id::text = ${name}`))
      .orderBy('uploads.id')}`,
  files: (name) => statObjects(['', '.info', '.part'].map((end) => `uploads/${name}${end}`)),
  // A bucket keeps the parts of an upload that is coming in out of sight, and they cost as much as files.
  removeRemains: removeUploadedBytes,
  unreferencedKeys: (row, files, before) => {
    if (row?.is_coming) return []
    return listUnreferencedKeys(
      files,
      (key) => row?.is_kept === true && key === uploadKeyOf(row.name),
      before,
    )
  },
  examine: (row, files, before) => {
    if (row?.is_kept) return compareFiles([{ key: uploadKeyOf(row.name), size: row.size }], files, before)
    if (!row?.is_coming) return compareFiles([], files, before)
    // A bucket keeps an upload that is coming in out of sight.
    const isLost = row.is_old && !config.s3 && files.length === 0
    return isLost
      ? [createFinding('file_missing', uploadKeyOf(row.name), 'The bytes of an upload that is coming in')]
      : []
  },
}

/** What should lie here against what does. */
function compareFiles(
  wanted: { key: string; size?: number }[] | undefined,
  files: ListedObject[],
  before: Date,
): VerificationFinding[] {
  const found: VerificationFinding[] = []
  for (const { key, size } of wanted ?? []) {
    const file = files.find((one) => one.key === key)
    if (!file) found.push(createFinding('file_missing', key, 'A row names this file and it is not there.'))
    else if (file.size === 0) found.push(createFinding('file_empty', key, 'The file has no bytes.'))
    else if (size !== undefined && file.size !== size)
      found.push(createFinding('size_wrong', key, `${file.size} bytes; the row knows ${size}.`))
  }
  return [
    ...found,
    ...findUnreferencedFiles(files, (key) => wanted?.some((one) => one.key === key) ?? false, before),
  ]
}

/** One finding for all the files of a name that nothing names and that are old enough to be nobody's work. */
export function findUnreferencedFiles(
  files: ListedObject[],
  isNamed: (key: string) => boolean,
  before: Date,
): VerificationFinding[] {
  const loose = listUnreferencedKeys(files, isNamed, before)
  if (loose.length === 0) return []
  const more = loose.length > 1 ? ` and ${loose.length - 1} beside it` : ''
  return [createFinding('file_without_row', loose[0]!, `No row names this file${more}.`)]
}

export function listUnreferencedKeys(
  files: ListedObject[],
  isNamed: (key: string) => boolean,
  before: Date,
): string[] {
  return files.filter(({ key, modified }) => modified < before && !isNamed(key)).map(({ key }) => key)
}

export async function listObjectsBelow(prefix: string): Promise<ListedObject[]> {
  return Array.fromAsync(storage.walk(prefix))
}

/** What lies under these keys now. */
export async function statObjects(keys: string[]): Promise<ListedObject[]> {
  const found: ListedObject[] = []
  for (const key of keys) {
    const object = await storage.stat(key)
    if (object) found.push({ key, size: object.size, modified: object.modified })
  }
  return found
}
