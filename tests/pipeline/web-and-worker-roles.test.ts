import assert from 'node:assert/strict'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { uploadAndAwaitProcessing } from '#tests/support/clients/upload-client.ts'
import { commonTestClips } from '#tests/support/media/generated-clips.ts'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'
import { createDataDir, startServerProcess } from '#tests/support/processes/server-process.ts'
import { startS3ServerForSuite, createLocalS3Settings } from '#tests/support/servers/s3-server.ts'

test('one web process and one worker can share a PostgreSQL database and a bucket', async () => {
  const database = await createTestDatabase()
  const shared = {
    ...createLocalS3Settings((await startS3ServerForSuite()).port),
    DATABASE_URL: database.url,
  }
  const folders = [await createDataDir(), await createDataDir()]
  const [web, worker] = await Promise.all([
    startServerProcess({ dataDir: folders[0]!, env: { ...shared, ROLE: 'web' } }),
    startServerProcess({ dataDir: folders[1]!, env: { ...shared, ROLE: 'worker' } }),
  ])
  after(async () => {
    await Promise.all([web.stop(), worker.stop()])
    await database.drop()
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  })

  const ada = await signUpOverHttp(web.url, 'ada')
  const path = await commonTestClips.small()
  const fate = await uploadAndAwaitProcessing(ada, {
    path,
    fileName: 'clip.mp4',
    title: 'Far away',
    by: 'tus',
  })
  assert.equal(fate.stream.state, 'ready')
  const item = (await (await fetch(`${web.url}/api/content/${fate.contentId}`)).json()) as {
    stream_url: string
  }
  const master = await (await fetch(web.url + item.stream_url)).text()
  const playlist = /^\d.*m3u8$/m.exec(master)![0]
  assert.match(await (await fetch(new URL(playlist, web.url + item.stream_url))).text(), /ENDLIST/)
  // Neither machine has a file of the video on its own disk.
  for (const folder of folders) assert.deepEqual(await readdir(join(folder, 'files')).catch(() => []), [])
})
