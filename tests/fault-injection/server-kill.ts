import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { db } from '#server/platform/db/db.ts'
import { storage } from '#server/platform/storage/storage.ts'
import type { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import type { InjectedFault, FaultMeasurement } from './injected-fault.ts'
import { makeFakeVideo, ResumableUpload } from '#tests/support/clients/resumable-upload.ts'
import { sha256Hex } from '#tests/support/media/sha256-hex.ts'
import {
  type MultiProcessTestSite,
  startSharedMultiProcessTestSite,
} from '#tests/support/cluster/multi-process-test-site.ts'

export const serverKillFault: InjectedFault = {
  name: 'kill-server',
  guarantee:
    'kill -9 of the server during an upload: the upload resumes, byte for byte, and keeps all acknowledged bytes',
  fullRepetitions: 100,
  quickRepetitions: 1,
  run,
}

/**
 * The number of parallel uploads. With several uploads, one kill of the server interrupts requests at
 * different points.
 */
const atOnce = 3
const size = 1_500_000
const piece = 400_000

async function run(count: number): Promise<FaultMeasurement[]> {
  const site = await startSharedMultiProcessTestSite()
  await site.setWorkerCount(0)
  const members = await Promise.all(Array.from({ length: atOnce }, () => site.signUpMember()))
  const seen = { kills: 0, breaks: 0, lost: 0, changed: 0, wentBack: 0 }
  while (seen.kills < count) {
    const sent = await killDuringUploads(site, members)
    const broken = sent.filter(({ breaks }) => breaks > 0).length
    // A kill does not count if the server had already acknowledged all uploads, because the kill then
    // interrupted none of them.
    if (broken > 0) seen.kills += 1
    seen.breaks += broken
    seen.lost += sent.filter(({ isDone }) => !isDone).length
    seen.wentBack += sent.reduce((sum, { wentBack }) => sum + wentBack, 0)
    for (const one of sent) seen.changed += (await isWhole(site, one)) ? 0 : 1
    for (const one of sent) await deleteUpload(one)
  }
  return [
    { name: 'kills that interrupted uploads', value: seen.kills, threshold: { exactly: count } },
    { name: 'interrupted uploads', value: seen.breaks, threshold: { atLeast: count } },
    { name: 'uploads that did not complete', value: seen.lost, threshold: { exactly: 0 } },
    { name: 'uploads whose SHA-256 differs', value: seen.changed, threshold: { exactly: 0 } },
    { name: 'acknowledged offsets that decreased', value: seen.wentBack, threshold: { exactly: 0 } },
  ]
}

/** Starts three uploads and kills the server at a random moment while at least one of them is in progress. */
async function killDuringUploads(
  site: MultiProcessTestSite,
  members: HttpTestClient[],
): Promise<ResumableUpload[]> {
  const sent = await Promise.all(
    members.map((member) => ResumableUpload.announce(member, makeFakeVideo(size))),
  )
  const finished = Promise.all(sent.map((one) => one.finish(piece)))
  finished.catch(() => {}) // a rejection surfaces when the upload is awaited below
  const until = Math.random()
  while (progress(sent) < until * 0.9) await pause(1)
  await pause(Math.random() * 20)
  await site.web.kill()
  await site.restartWeb()
  await finished
  return sent
}

/** Returns the fraction of bytes acknowledged, from 0 to 1. */
function progress(sent: ResumableUpload[]): number {
  const done = sent.reduce((sum, { acknowledged }) => sum + acknowledged, 0)
  return done / (sent.length * size)
}

async function isWhole({ dataDir }: MultiProcessTestSite, { id, bytes }: ResumableUpload): Promise<boolean> {
  const stored = await readFile(join(dataDir, 'files/uploads', id)).catch(() => Buffer.alloc(0))
  return sha256Hex(stored) === sha256Hex(bytes)
}

/** Deletes an upload before a worker can process it, because the uploaded bytes are not a real video. */
async function deleteUpload({ id, contentId }: ResumableUpload): Promise<void> {
  await storage.remove(`uploads/${id}`)
  await db.deleteFrom('content').where('id', '=', contentId).execute()
}
