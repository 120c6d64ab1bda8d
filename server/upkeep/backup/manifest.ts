import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { Trouble } from '../trouble.ts'
import { writeDurable } from './durable.ts'

const sealed = { bytes: z.number(), sha256: z.string() }
const name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)

/** What a backup says of itself. */
const Manifest = z.object({
  product: z.literal('afterbell'),
  format: z.literal(1),
  version: z.string(),
  made_at: z.iso.datetime(),
  /** What the database had run, in order: its schema. */
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })).min(1),
  tables: z.array(z.object({ name, columns: z.array(name), rows: z.number(), ...sealed })),
  /** Where the counting of a sequence had come to. */
  sequences: z.array(z.object({ name, value: z.number() })),
  /** What waited in the queue, as rows of one file. */
  jobs: z.object({ rows: z.number(), ...sealed }),
  files: z.object({
    /** In this folder, or only named: then they are in the bucket. */
    are: z.enum(['here', 'in the bucket']),
    count: z.number(),
    size: z.number(),
    /** Rows named them and they were gone. */
    missing: z.number(),
    list: z.object(sealed),
  }),
})

export type Manifest = z.infer<typeof Manifest>

const file = 'manifest.json'

/** The last file of a backup: with the hash of itself, so that no figure in it can be changed unseen. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeDurable(join(folder, file), JSON.stringify({ ...manifest, seal: sealOf(manifest) }, null, 1))
}

/** Throws Trouble when this is no backup that this version can read. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, file), 'utf8').catch(() => null)
  if (text === null) throw new Trouble(`There is no backup in ${folder}: it has no ${file}.`)
  const { seal, ...said } = parse(text) as { seal?: unknown; product?: unknown; format?: unknown }
  if (said.product !== 'afterbell') throw new Trouble(`What is in ${folder} is not a backup of this product.`)
  if (typeof said.format === 'number' && said.format > 1)
    throw new Trouble('This backup was made by a newer version. Update the product first, then restore.')
  if (seal !== sealOf(said))
    throw new Trouble(`The ${file} of this backup was changed or is damaged. ${other}`)
  const manifest = Manifest.safeParse(said)
  if (!manifest.success) throw new Trouble(`The ${file} of this backup can’t be read. ${other}`)
  return manifest.data
}

/** What to do with a backup that is not good. */
export const other = 'Nothing was changed. Use another backup.'

function parse(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value) return value
  } catch {
    // Cut off, or no JSON at all.
  }
  throw new Trouble(`The ${file} of this backup is damaged or cut off. ${other}`)
}

function sealOf(manifest: object): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex')
}

export const places = {
  table: (folder: string, table: string) => join(folder, 'tables', `${table}.gz`),
  jobs: (folder: string) => join(folder, 'jobs.gz'),
  list: (folder: string) => join(folder, 'files.gz'),
  files: (folder: string) => join(folder, 'files'),
}
