import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { OperatorCommandError } from '../operator-command.ts'
import { writeDurableFile } from './durable-file-writes.ts'

const checksumFields = { bytes: z.number(), sha256: z.string() }
const sqlNameSchema = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)

const BackupManifest = z.object({
  product: z.literal('afterbell'),
  format: z.literal(1),
  version: z.string(),
  made_at: z.iso.datetime(),
  /** The migrations applied to the database, in order. Migrations determine the schema. */
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })).min(1),
  tables: z.array(
    z.object({ name: sqlNameSchema, columns: z.array(sqlNameSchema), rows: z.number(), ...checksumFields }),
  ),
  /** The name and last value of each database sequence. */
  sequences: z.array(z.object({ name: sqlNameSchema, value: z.number() })),
  /** The number of waiting jobs, and the checksum of the file that contains them. */
  jobs: z.object({ rows: z.number(), ...checksumFields }),
  files: z.object({
    /**
     * Whether the files are in the backup's folder, or have stayed in the bucket and are only listed in the
     * backup.
     */
    are: z.enum(['here', 'in the bucket']),
    count: z.number(),
    size: z.number(),
    /**
     * The number of missing files: a row referenced the file, but the file did not exist when the backup
     * tried to copy it.
     */
    missing: z.number(),
    list: z.object(checksumFields),
  }),
})

export type BackupManifest = z.infer<typeof BackupManifest>

const manifestFileName = 'manifest.json'

/**
 * Writes the backup's manifest after all other files. The manifest contains a checksum of its other fields,
 * so that changes are detected.
 */
export async function writeBackupManifest(folder: string, manifest: BackupManifest): Promise<void> {
  await writeDurableFile(
    join(folder, manifestFileName),
    JSON.stringify({ ...manifest, seal: manifestChecksum(manifest) }, null, 1),
  )
}

/** Reads the manifest of a backup. Throws OperatorCommandError if this version cannot read the backup. */
export async function readBackupManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, manifestFileName), 'utf8').catch(() => null)
  if (text === null)
    throw new OperatorCommandError(`There is no backup in ${folder}: it has no ${manifestFileName}.`)
  const { seal, ...said } = parseManifest(text) as { seal?: unknown; product?: unknown; format?: unknown }
  if (said.product !== 'afterbell')
    throw new OperatorCommandError(`${folder} is not a backup of this product.`)
  if (typeof said.format === 'number' && said.format > 1)
    throw new OperatorCommandError(
      'This backup was made by a newer version. Update the product first, then restore.',
    )
  if (seal !== manifestChecksum(said))
    throw new OperatorCommandError(
      `The ${manifestFileName} of this backup was changed or is damaged. ${unusableBackupAdvice}`,
    )
  const manifest = BackupManifest.safeParse(said)
  if (!manifest.success)
    throw new OperatorCommandError(
      `The ${manifestFileName} of this backup can’t be read. ${unusableBackupAdvice}`,
    )
  return manifest.data
}

/** The advice to the operator if a backup cannot be used. */
export const unusableBackupAdvice = 'Nothing was changed. Use another backup.'

function parseManifest(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value) return value
  } catch {
    // Parsing fails if the manifest is truncated or is not JSON.
  }
  throw new OperatorCommandError(
    `The ${manifestFileName} of this backup is damaged or truncated. ${unusableBackupAdvice}`,
  )
}

function manifestChecksum(manifest: object): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex')
}

export const backupPaths = {
  table: (folder: string, table: string) => join(folder, 'tables', `${table}.gz`),
  jobs: (folder: string) => join(folder, 'jobs.gz'),
  list: (folder: string) => join(folder, 'files.gz'),
  files: (folder: string) => join(folder, 'files'),
}
