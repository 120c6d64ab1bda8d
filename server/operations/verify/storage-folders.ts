import { type RawBuilder, sql } from 'kysely'
import { config } from '#server/platform/config.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { type ListedObject, storage } from '#server/platform/storage/storage.ts'
import { avatarStoragePrefix } from '#server/profiles/avatar.ts'
import { dataExportStorageKey } from '#server/privacy/data-export/data-export-storage-keys.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { selectPeopleWithoutAccessCheck } from '#server/access-policy/profile-queries.ts'
import { removeUploadedBytes } from '#server/uploads/upload-store.ts'
import { isUploadOfItem, getUploadStorageKey } from '#server/uploads/upload-storage-keys.ts'
import { isCanonicalUuid } from '#server/platform/uuid.ts'
import { type IntegrityFinding, createIntegrityFinding } from './integrity-finding.ts'

/** A page of the names in a storage folder: names after `after` and up to `until`, in the order of the storage. */
export interface NamePage {
  after?: string
  until?: string
  limit: number
}

/** A top-level storage folder, with the functions that match its files to database rows by name. */
export interface StorageFolder<Row extends { name: string }> {
  prefix: string
  /** Derives a name from a file's key. The name is the same for a row and its files. */
  nameOf(key: string): string
  /**
   * Selects all rows that can have files in this folder, in byte order of their names. If a name is given,
   * selects only the row with that name. If a page is given, selects only the rows of that page.
   */
  rows(from: Db | Tx, name?: string, page?: NamePage): RawBuilder<Row>
  /** Returns whether a page can start after this name. */
  isCursor(name: string): boolean
  /** Lists the existing files that belong to a name. */
  files(name: string): Promise<ListedObject[]>
  /**
   * Returns the keys of the unreferenced files that are older than `before`. A file that is newer than
   * `before` is left out, because its row may not have been written yet.
   */
  unreferencedKeys(row: Row | undefined, files: ListedObject[], before: Date): string[]
  /**
   * Removes stored data that belongs to this name but does not appear in file listings, such as the parts of
   * an unfinished upload. This function is called only for names that have no row.
   */
  removeLeftovers?(name: string): Promise<void>
  /**
   * Returns the problems that are found in one row and its files. Unreferenced files newer than `before` are
   * not reported, because their rows may not have been written yet.
   */
  verify(
    row: Row | undefined,
    files: ListedObject[],
    before: Date,
  ): IntegrityFinding[] | Promise<IntegrityFinding[]>
}

interface AvatarRow {
  name: string
  avatar_url: string
}

export const avatarsFolder: StorageFolder<AvatarRow> = {
  prefix: 'avatars',
  nameOf: (key) => key.split('/')[1]!,
  isCursor: isCanonicalUuid,
  rows: (from, name, page) =>
    sql`${selectPeopleWithoutAccessCheck(from)
      .select([sql<string>`user_id::text`.as('name'), sql<string>`avatar_url`.as('avatar_url')])
      .where('avatar_url', 'like', sql.lit('/avatars/%'))
      .$if(name !== undefined, (rows) => rows.where('user_id', '=', name!))
      .$if(page?.after !== undefined, (rows) => rows.where('user_id', '>', page!.after!))
      .$if(page !== undefined, (rows) => rows.limit(page!.limit))
      .orderBy('user_id')}`,
  files: (name) => listObjectsWithPrefix(avatarStoragePrefix(name)),
  unreferencedKeys: (row, files, before) =>
    listUnreferencedKeys(files, (key) => row?.avatar_url === `/${key}`, before),
  verify: (row, files, before) => compareFiles(row && [{ key: row.avatar_url.slice(1) }], files, before),
}

interface ExportRow {
  name: string
  key: string
  bytes: number
  is_due: boolean
}

/** The storage folder for data exports. Expired exports are deleted by a separate job. */
export const dataExportsFolder: StorageFolder<ExportRow> = {
  prefix: 'exports',
  // The id of the person, a slash and the id of the export. Temporary files have a longer name.
  nameOf: (key) => key.slice('exports/'.length, 'exports/'.length + 73),
  isCursor: (name) => name.split('/').every(isCanonicalUuid),
  rows: (from, name, page) =>
    sql`${from
      .selectFrom('data_exports')
      .select(sql<string>`user_id || '/' || id`.as('name'))
      .select(sql<string>`'exports/' || user_id || '/' || id || '.zip'`.as('key'))
      .select([sql<number>`bytes`.as('bytes'), sql<boolean>`expires_at > now()`.as('is_due')])
      .where('ready_at', 'is not', null)
      .$if(name !== undefined, (rows) => rows.where(sql<boolean>`user_id || '/' || id = ${name}`))
      .$if(page?.after !== undefined, (rows) =>
        rows.where(sql<boolean>`(user_id || '/' || id) collate "C" > ${page!.after}`),
      )
      .$if(page !== undefined, (rows) => rows.limit(page!.limit))
      .orderBy('user_id')
      .orderBy('id')}`,
  files: (name) => listExistingObjects([dataExportStorageKey(...(name.split('/') as [string, string]))]),
  // Expired exports are deleted by a separate cron job.
  unreferencedKeys: (row, files, before) => (row ? [] : listUnreferencedKeys(files, () => false, before)),
  verify: (row, files, before) =>
    row?.is_due === false ? [] : compareFiles(row && [{ key: row.key, size: row.bytes }], files, before),
}

interface UploadRow {
  name: string
  size: number
  /** Whether the upload is complete and its file is still needed. */
  is_kept: boolean
  is_coming: boolean
  is_old: boolean
}

/**
 * The storage folder for uploaded files. An uploaded file is kept until it has been encoded, or forever if
 * the installation keeps originals.
 */
export const uploadsFolder: StorageFolder<UploadRow> = {
  prefix: 'uploads',
  nameOf: (key) => key.slice('uploads/'.length, 'uploads/'.length + 36),
  isCursor: isCanonicalUuid,
  rows: (from, name, page) =>
    sql`${selectItemsWithoutAccessCheck(from)
      .innerJoin('uploads', (join) => join.on(isUploadOfItem))
      .select([sql<string>`uploads.id::text`.as('name'), sql<number>`file_size`.as('size')])
      // An upload without an item is a replacement file. Its row either becomes the upload row of the item,
      // or is deleted once the uploaded bytes are no longer needed.
      .select(
        sql<boolean>`case when uploads.content_id is null then completed_at is not null else file_url is not null end`.as(
          'is_kept',
        ),
      )
      .select(sql<boolean>`completed_at is null`.as('is_coming'))
      .select(sql<boolean>`uploads.created_at < now() - interval '1 hour'`.as('is_old'))
      .where('deleted_at', 'is', null)
      .$if(name !== undefined, (rows) => rows.where(sql<boolean>`uploads.id::text = ${name}`))
      .$if(page?.after !== undefined, (rows) => rows.where('uploads.id', '>', page!.after!))
      .$if(page !== undefined, (rows) => rows.limit(page!.limit))
      .orderBy('uploads.id')}`,
  files: (name) => listExistingObjects(['', '.info', '.part'].map((end) => `uploads/${name}${end}`)),
  // A bucket does not list the parts of unfinished uploads, but they cost as much as stored files, so the
  // parts are removed separately.
  removeLeftovers: removeUploadedBytes,
  unreferencedKeys: (row, files, before) => {
    if (row?.is_coming) return []
    return listUnreferencedKeys(
      files,
      (key) => row?.is_kept === true && key === getUploadStorageKey(row.name),
      before,
    )
  },
  verify: (row, files, before) => {
    if (row?.is_kept)
      return compareFiles([{ key: getUploadStorageKey(row.name), size: row.size }], files, before)
    if (!row?.is_coming) return compareFiles([], files, before)
    // A bucket does not list unfinished uploads, so the missing file of an unfinished upload can be detected
    // only on local storage.
    const isLost = row.is_old && !config.s3 && files.length === 0
    return isLost
      ? [
          createIntegrityFinding(
            'file_missing',
            getUploadStorageKey(row.name),
            'The file of an unfinished upload is missing.',
          ),
        ]
      : []
  },
}

/** Compares the files that a row references with the files that exist. */
function compareFiles(
  wanted: { key: string; size?: number }[] | undefined,
  files: ListedObject[],
  before: Date,
): IntegrityFinding[] {
  const found: IntegrityFinding[] = []
  for (const { key, size } of wanted ?? []) {
    const file = files.find((one) => one.key === key)
    if (!file)
      found.push(
        createIntegrityFinding('file_missing', key, 'A row references this file, but it does not exist.'),
      )
    else if (file.size === 0) found.push(createIntegrityFinding('file_empty', key, 'The file is empty.'))
    else if (size !== undefined && file.size !== size)
      found.push(
        createIntegrityFinding('size_wrong', key, `The file has ${file.size} bytes; the row says ${size}.`),
      )
  }
  return [
    ...found,
    ...findUnreferencedFiles(files, (key) => wanted?.some((one) => one.key === key) ?? false, before),
  ]
}

/**
 * Returns a single finding for all unreferenced files with the same name. Ignores files that are so new that
 * they may still be in use.
 */
export function findUnreferencedFiles(
  files: ListedObject[],
  isNamed: (key: string) => boolean,
  before: Date,
): IntegrityFinding[] {
  const loose = listUnreferencedKeys(files, isNamed, before)
  if (loose.length === 0) return []
  const more = loose.length > 1 ? ` and ${loose.length - 1} beside it` : ''
  return [createIntegrityFinding('file_without_row', loose[0]!, `No row references this file${more}.`)]
}

export function listUnreferencedKeys(
  files: ListedObject[],
  isNamed: (key: string) => boolean,
  before: Date,
): string[] {
  return files.filter(({ key, modified }) => modified < before && !isNamed(key)).map(({ key }) => key)
}

export async function listObjectsWithPrefix(prefix: string): Promise<ListedObject[]> {
  return Array.fromAsync(storage.walk(prefix))
}

/** Returns the stored objects that have these keys. */
export async function listExistingObjects(keys: string[]): Promise<ListedObject[]> {
  const found: ListedObject[] = []
  for (const key of keys) {
    const object = await storage.stat(key)
    if (object) found.push({ key, size: object.size, modified: object.modified })
  }
  return found
}
