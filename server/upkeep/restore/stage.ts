import { copyFile, link, mkdir, rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { flushOne } from '../../platform/storage/durable.ts'
import { storage } from '../../platform/storage/storage.ts'
import { abreast } from '../abreast.ts'
import { syncFolders } from '../backup/durable.ts'
import { type Listed, readList } from '../backup/list.ts'
import { places } from '../backup/manifest.ts'

/** Puts the files of a backup into a folder beside the one in use: links where it can, so it costs no room on the same disk. */
export async function stage(folder: string, staged: string): Promise<void> {
  await rm(staged, { recursive: true, force: true })
  await mkdir(staged, { recursive: true })
  const staging = abreast(readList(folder), async ({ key, modified }) => {
    const [from, to] = [join(places.files(folder), key), join(staged, key)]
    await mkdir(dirname(to), { recursive: true })
    // What still comes in is written in place: a link would write into the backup.
    const isLinked = !key.startsWith('uploads/') && (await linked(from, to))
    if (!isLinked) await copied(from, to, new Date(modified))
  })
  for await (const _ of staging) continue
  await syncFolders(staged)
}

function linked(from: string, to: string): Promise<boolean> {
  return link(from, to).then(
    () => true,
    () => false,
  )
}

async function copied(from: string, to: string, modified: Date): Promise<void> {
  await copyFile(from, to)
  await utimes(to, modified, modified)
  await flushOne(to)
}

/** Puts what a bucket lacks of a backup back into it. What is there stays; what is there of another size is answered. */
export async function putBack(folder: string): Promise<{ count: number; differing: Listed[] }> {
  const differing: Listed[] = []
  let count = 0
  for await (const listed of readList(folder)) {
    const object = await storage.stat(listed.key)
    if (object && object.size !== listed.size && differing.length < 100) differing.push(listed)
    if (object) continue
    await storage.putFile(listed.key, join(places.files(folder), listed.key))
    count += 1
  }
  return { count, differing }
}

/** Of a backup that only names its objects: how many of them are gone. */
export async function countLost(folder: string): Promise<number> {
  let lost = 0
  for await (const { key, size } of readList(folder)) {
    const object = await storage.stat(key)
    if (object?.size !== size) lost += 1
  }
  return lost
}
