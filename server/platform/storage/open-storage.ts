import { join } from 'node:path'
import type { Config } from '../config.ts'
import { createDiskStorage, preparePrivateFolder } from './disk-storage.ts'
import type { Storage } from './storage.ts'

/** Opens the storage that is configured: an S3-compatible bucket, or else the folder `files` in the data folder. */
export async function openStorage({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<Storage> {
  if (!s3) return createDiskStorage(await preparePrivateFolder(join(dataDir, 'files')))
  const { createS3Storage } = await import('./s3-storage.ts')
  return createS3Storage(s3)
}
