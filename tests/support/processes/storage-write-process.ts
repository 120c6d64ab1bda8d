/*
 * A process that stores the three files of a cover and publishes them. It stops at the step that the test names, so that
 * the test can kill it there. Arguments: the database URL, the data folder, the id of the item, its playback id and the
 * step.
 */
import { join } from 'node:path'
import { loadConfig } from '#server/platform/config.ts'
import { db, openDatabase, transaction } from '#server/platform/db/db.ts'
import { createDiskStorage } from '#server/platform/storage/disk-storage.ts'
import { withStorageWrite } from '#server/platform/storage/storage-writes.ts'
import { setStorage, storage } from '#server/platform/storage/storage.ts'

const [databaseUrl, dataDir, id, playbackId, stopAt] = process.argv.slice(2)
loadConfig({ DATA_DIR: dataDir! })
openDatabase(databaseUrl!)
setStorage(createDiskStorage(join(dataDir!, 'files')))

/** Never returns at the step at which the test kills this process. */
async function step(name: string): Promise<void> {
  if (name !== stopAt) return
  process.send!(name)
  await new Promise((never) => setTimeout(never, 60_000))
}

await step('start')
const owner = `media/${playbackId}`
const cover = `${owner}/cover/${stopAt!.length.toString(16).padStart(24, 'a')}`
await withStorageWrite({ owner, prefixes: [cover] }, async (write) => {
  await step('announced')
  for (const [nth, end] of ['webp', '480.webp', '240.webp'].entries()) {
    await storage.putBytes(`${cover}.${end}`, Buffer.from('picture'))
    await step(`stored ${nth + 1}`)
  }
  await transaction(async (tx) => {
    await write.complete(tx)
    await step('completed')
    await tx
      .updateTable('content')
      .set({ cover_url: `/${cover}.webp` })
      .where('id', '=', id!)
      .execute()
    await step('published')
  })
  await step('committed')
})
await db.destroy()
