/* Runs the image of deploy/Dockerfile with an embedded PostgreSQL, and looks into the image. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { promisify } from 'node:util'
import { signIn } from '#contract/accounts/accounts.ts'
import { HttpTestClient, signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { uploadAndAwaitProcessing } from '#tests/support/clients/upload-client.ts'
import { createTestClip } from '#tests/support/media/generated-clips.ts'
import { downloadServedFiles } from '#tests/support/media/served-files.ts'
import { listProcessTree } from '#tests/support/processes/process-tree.ts'
import { plantedSecrets, siteImage } from './build-images.ts'
import {
  inspect,
  podman,
  readProcessStatus,
  type SiteContainer,
  startSiteContainer,
} from './site-container.ts'

const volume = 'site-data'
let site: SiteContainer
let contentId: string

before(async () => {
  const startedAt = performance.now()
  site = await startSiteContainer(volume)
  console.log(`ready after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
})
after(() => podman('rm', '--all', '--force', '--time', '2'))

test('the site answers', async () => {
  const response = await fetch(site.url)
  assert.equal(response.status, 200)
  assert.match(await response.text(), /<title>/)
})

test('no process is root, has a capability or can gain privileges', async () => {
  const pids = await listProcessTree(site.pid)
  assert.ok(pids.length > 3, 'the server and PostgreSQL')
  for (const pid of pids) {
    const status = (field: string) => readProcessStatus(pid, field)
    if ((await status('Uid')) === undefined) continue // the process has exited
    assert.equal(await status('Uid'), '1000\t1000\t1000\t1000')
    assert.match((await status('CapEff'))!, /^0+$/)
    assert.equal(await status('NoNewPrivs'), '1')
  }
})

test('an uploaded video is transcoded inside bubblewrap and can be played', async () => {
  const member = await signUpOverHttp(site.url, 'ada')
  const path = await createTestClip(undefined, { seconds: 2 })
  const sandboxes = watchSandboxes(site.pid)
  const { stream, ...result } = await uploadAndAwaitProcessing(member, {
    path,
    fileName: 'harbour.mp4',
    title: 'Harbour',
    by: 'tus',
  })
  const seen = await sandboxes.stop()
  assert.equal(stream.ready, true, `${stream.state}\n${await site.log()}`)
  assert.ok(seen.has('bwrap') && seen.has('ffmpeg'), [...seen].join())
  assert.doesNotMatch(await site.log(), /SANDBOX|"level":"error"/)
  const states = await Promise.all(
    (await listProcessTree(site.pid)).map((pid) => readProcessStatus(pid, 'State')),
  )
  assert.ok(!states.some((state) => state?.startsWith('Z')), `zombies: ${states.join()}`)
  contentId = result.contentId
  assert.equal(await countFrames(member), 50)
})

test('SIGTERM stops the site gracefully, and a new container has all data', async () => {
  const { code, seconds } = await site.stop()
  console.log(`stopped after ${seconds.toFixed(1)} s`)
  assert.equal(code, 0, await site.log())
  assert.ok(seconds < 15, `${seconds} s`)
  await podman('rm', site.name)
  site = await startSiteContainer(volume)
  const member = new HttpTestClient(site.url)
  await member.call(signIn, { body: { email: 'ada@example.com', password: 'kayak-lantern-42' } })
  assert.equal(await countFrames(member), 50)
})

test('the image contains neither development packages nor files that the server does not need', async () => {
  const root = await podman('image', 'mount', siteImage)
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean }>
  }
  const forDevelopment = Object.keys(packages).filter((path) => packages[path]!.dev)
  assert.ok(forDevelopment.length > 100)
  assert.deepEqual(
    forDevelopment.filter((path) => existsSync(join(root, 'srv/afterbell', path))),
    [],
  )
  assert.deepEqual((await readdir(join(root, 'srv/afterbell'))).toSorted(), [
    'bin',
    'build',
    'contract',
    'i18n',
    'media',
    'node_modules',
    'package-lock.json',
    'package.json',
    'public',
    'react-router.config.ts',
    'server',
    'tsconfig.json',
    'vite.config.ts',
    'web',
  ])
  assert.deepEqual(await readdir(join(root, 'data')), [])
  await podman('image', 'unmount', siteImage)
})

test('the image contains no secrets', async () => {
  const root = await podman('image', 'mount', siteImage)
  for (const file of plantedSecrets) assert.equal(existsSync(join(root, 'srv/afterbell', file)), false, file)
  const grep = [
    '--recursive',
    '--files-with-matches',
    'planted-secret',
    join(root, 'srv'),
    join(root, 'root'),
  ]
  const found = await promisify(execFile)('grep', grep).catch(({ stdout }: { stdout: string }) => ({
    stdout,
  }))
  assert.equal(found.stdout, '')
  const npmSettings = await readFile(join(root, 'root/.npmrc'), 'utf8').catch(() => '')
  assert.equal(npmSettings, '')
  assert.doesNotMatch(await inspect(siteImage, '{{json .Config.Env}}'), /SECRET|PASSWORD|TOKEN|DATABASE_URL/)
  assert.equal(await inspect(siteImage, '{{.Config.User}}'), 'node')
  await podman('image', 'unmount', siteImage)
})

/** Plays the best rendition as a player does, and counts the pictures. */
async function countFrames(member: HttpTestClient): Promise<number> {
  const { films } = await downloadServedFiles(member.fetch, contentId)
  const path = join(process.env['CONTAINER_TESTS']!, 'played.mp4')
  await writeFile(path, films[0]!.bytes)
  const options = '-v error -count_frames -select_streams v -show_entries stream=nb_read_frames -of csv=p=0'
  const { stdout } = await promisify(execFile)('ffprobe', [...options.split(' '), path])
  return Number.parseInt(stdout, 10)
}

/** Collects the names of the processes that a server starts. */
function watchSandboxes(pid: number): { stop: () => Promise<Set<string>> } {
  const names = new Set<string>()
  const over = new AbortController()
  const watching = (async () => {
    while (!over.signal.aborted)
      for (const one of await listProcessTree(pid)) {
        const name = await readProcessStatus(one, 'Name')
        if (name) names.add(name)
      }
  })()
  return {
    stop: async () => {
      over.abort()
      await watching
      return names
    },
  }
}
