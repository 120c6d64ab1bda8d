import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readMigrations } from '../../platform/db/migrate.ts'
import { abreast } from '../abreast.ts'
import { type Sealed, sha256Of } from '../backup/durable.ts'
import { readList } from '../backup/list.ts'
import { type Manifest, other, places, readManifest } from '../backup/manifest.ts'
import { Trouble } from '../trouble.ts'

/**
 * Reads a backup through to its last byte. Throws Trouble when it is cut off, changed, empty, not one of this product, or of a
 * newer version; so nothing of it reaches the site before all of it is known to be good.
 */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  await checkVersion(manifest)
  for (const { name, ...seal } of manifest.tables) await checkPart(places.table(folder, name), seal)
  await checkPart(places.jobs(folder), manifest.jobs)
  await checkPart(places.list(folder), manifest.files.list)
  await checkFiles(folder, manifest)
  return manifest
}

/** Its schema must be ours, or what ours once was. */
async function checkVersion({ migrations, version }: Manifest): Promise<void> {
  const ours = await readMigrations()
  const newest = ours.at(-1)!.name
  for (const [at, { name, sha256 }] of migrations.entries()) {
    if (ours[at]?.name === name && ours[at].sha256 === sha256) continue
    if (name > newest)
      throw new Trouble(
        `This backup was made by a newer version (${version}, ${name}). Update the product first, then restore.`,
      )
    throw new Trouble(`This backup was made by a version that differs from this one in ${name}. ${other}`)
  }
}

async function checkPart(path: string, { bytes, sha256 }: Sealed): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (!found) throw new Trouble(`${path} is not there. ${other}`)
  if (found.size !== bytes)
    throw new Trouble(
      `${path} has ${found.size} bytes instead of ${bytes}: it is cut off or damaged. ${other}`,
    )
  if ((await sha256Of(path, bytes)) !== sha256)
    throw new Trouble(`${path} was changed or is damaged. ${other}`)
}

async function checkFiles(folder: string, { files }: Manifest): Promise<void> {
  if (files.are === 'in the bucket') return
  const checking = abreast(readList(folder), ({ key, size, sha256 }) =>
    checkPart(join(places.files(folder), key), { bytes: size, sha256 }),
  )
  for await (const _ of checking) continue
}
