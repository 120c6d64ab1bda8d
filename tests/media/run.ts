/*
 * Sends every file of a folder of real media through the real server: `npm run test:media [folder]`. The folder holds
 * MANIFEST.tsv and the files it names; without one there is nothing to do. `-- folder word` tries only what has the word.
 */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readManifest } from './manifest.ts'
import { joined, type Visitor } from './member.ts'
import { tryPicture } from './pictures.ts'
import { print, type Report } from './report.ts'
import { freshDataDir, startServer } from '../support/server.ts'
import { exiftoolIsHere } from './traces.ts'
import { openBrowser } from './watch.ts'
import { type Room, tryVideo } from './videos.ts'

const [given, word = ''] = process.argv.slice(2)
const beside = join(import.meta.dirname, '../../../shared/media')
const folder = resolve(given ?? process.env['MEDIA_DIR'] ?? beside)
if (!existsSync(join(folder, 'MANIFEST.tsv'))) {
  console.log(`There is no MANIFEST.tsv in ${folder}: nothing to try.`)
  process.exit(0)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
/** A new account may upload only so much on its first day (`contract/safety-defaults.ts`): the next one goes on. */
const clipsEach = 10

const reports: Report[] = []
const dataDir = await freshDataDir()
const server = await startServer({ dataDir })
const browser = await openBrowser()
try {
  if (!(await exiftoolIsHere()))
    console.log('exiftool is not installed: only our own search for traces is made.')
  await tryAll({ url: server.url, log: server.log, browser })
} finally {
  await browser.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
const failed = reports.filter(({ wrongs }) => wrongs.length > 0).length
console.log(`\n${reports.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 && reports.length > 0 ? 0 : 1)

async function tryAll(site: Omit<Room, 'member'>): Promise<void> {
  const clips = (await readManifest(folder)).filter(({ name }) => name.includes(word))
  let room: Room | undefined
  let own: { member: Visitor; contentId: string } | undefined
  for (const [nth, clip] of clips.filter(({ kind }) => kind === 'video').entries()) {
    if (!room || nth % clipsEach === 0)
      room = { ...site, member: await joined(site.url, `ada${nth / clipsEach}`) }
    const { contentId, ...report } = await tryVideo(room, clip, nth)
    if (report.wrongs.length === 0 && !report.said.startsWith('refused'))
      own = { member: room.member, contentId }
    tell(report)
  }
  for (const clip of clips.filter(({ kind }) => kind === 'picture'))
    if (own) tell(await tryPicture(own.member, own.contentId, clip))
    else tell({ clip, said: 'not tried', wrongs: ['no film was accepted to give it to'] })
}

function tell(report: Report): void {
  reports.push(report)
  print(report)
}
