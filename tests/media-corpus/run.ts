/*
 * `npm run test:media-corpus [folder]` sends every file in a folder of real media files to the real server.
 * The folder contains MANIFEST.tsv and the files it lists. If no folder is given, the command tests nothing.
 * `-- folder word` tests only the files whose name contains the word.
 */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readCorpusManifest } from './corpus-manifest.ts'
import { signUpOverHttp, type HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { checkCorpusImageUpload } from './corpus-images.ts'
import { printCorpusTestResult, type CorpusTestResult } from './corpus-test-result.ts'
import { createDataDir, startServerProcess } from '#tests/support/processes/server-process.ts'
import { isExiftoolInstalled } from '#tests/support/media/metadata-leaks.ts'
import { launchPlaybackBrowser } from './browser-playback.ts'
import { type CorpusCheckContext, checkCorpusVideoUpload } from './corpus-videos.ts'

const [given, word = ''] = process.argv.slice(2)
const beside = join(import.meta.dirname, '../../../shared/media')
const folder = resolve(given ?? process.env['MEDIA_DIR'] ?? beside)
if (!existsSync(join(folder, 'MANIFEST.tsv'))) {
  console.log(`There is no MANIFEST.tsv in ${folder}, so nothing is tested.`)
  process.exit(0)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
/**
 * The number of files per account. Several accounts are used, because a new account can upload only a limited
 * number of videos on its first day (`contract/safety/safety-defaults.ts`).
 */
const clipsEach = 10

const reports: CorpusTestResult[] = []
const dataDir = await createDataDir()
const server = await startServerProcess({ dataDir })
const browser = await launchPlaybackBrowser()
try {
  if (!(await isExiftoolInstalled()))
    console.log('exiftool is not installed, so only our own search for metadata runs.')
  await tryAll({ url: server.url, log: server.log, browser })
} finally {
  await browser.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
const failed = reports.filter(({ wrongs }) => wrongs.length > 0).length
console.log(`\n${reports.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 && reports.length > 0 ? 0 : 1)

async function tryAll(site: Omit<CorpusCheckContext, 'member'>): Promise<void> {
  const clips = (await readCorpusManifest(folder)).filter(({ name }) => name.includes(word))
  let room: CorpusCheckContext | undefined
  let own: { member: HttpTestClient; contentId: string } | undefined
  for (const [nth, clip] of clips.filter(({ kind }) => kind === 'video').entries()) {
    if (!room || nth % clipsEach === 0)
      room = { ...site, member: await signUpOverHttp(site.url, `ada${nth / clipsEach}`) }
    const { contentId, ...report } = await checkCorpusVideoUpload(room, clip, nth)
    if (report.wrongs.length === 0 && !report.said.startsWith('refused'))
      own = { member: room.member, contentId }
    tell(report)
  }
  for (const clip of clips.filter(({ kind }) => kind === 'picture'))
    if (own) tell(await checkCorpusImageUpload(own.member, own.contentId, clip))
    else tell({ clip, said: 'not tested', wrongs: ['no video was accepted whose cover it could be'] })
}

function tell(report: CorpusTestResult): void {
  reports.push(report)
  printCorpusTestResult(report)
}
