import assert from 'node:assert/strict'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { joined } from '../media/member.ts'
import { upload } from '../media/upload.ts'
import { clip } from '../support/clips.ts'
import { freshDatabase } from '../support/database.ts'
import { freshDataDir, startServer } from '../support/server.ts'
import { bucket, bucketAt } from './bucket.ts'

test('by configuration alone: one process serves, another works, over a PostgreSQL and a bucket they share', async () => {
  const database = await freshDatabase()
  const shared = { ...bucketAt((await bucket()).port), DATABASE_URL: database.url }
  const folders = [await freshDataDir(), await freshDataDir()]
  const [web, worker] = await Promise.all([
    startServer({ dataDir: folders[0]!, env: { ...shared, ROLE: 'web' } }),
    startServer({ dataDir: folders[1]!, env: { ...shared, ROLE: 'worker' } }),
  ])
  after(async () => {
    await Promise.all([web.stop(), worker.stop()])
    await database.drop()
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  })

  const ada = await joined(web.url, 'ada')
  const path = await clip.small()
  const fate = await upload(ada, { path, fileName: 'clip.mp4', title: 'Far away', by: 'tus' })
  assert.equal(fate.stream.state, 'ready')
  const item = (await (await fetch(`${web.url}/api/content/${fate.contentId}`)).json()) as {
    stream_url: string
  }
  const master = await (await fetch(web.url + item.stream_url)).text()
  const playlist = /^\d.*m3u8$/m.exec(master)![0]
  assert.match(await (await fetch(new URL(playlist, web.url + item.stream_url))).text(), /ENDLIST/)
  // Nothing of the film lies on either machine.
  for (const folder of folders) assert.deepEqual(await readdir(join(folder, 'files')).catch(() => []), [])
})
