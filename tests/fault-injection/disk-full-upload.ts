import { execFileSync } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { db } from '#server/platform/db/db.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { diskFullDuringTranscodeFault } from './disk-full-transcode.ts'
import type { InjectedFault, FaultMeasurement } from './injected-fault.ts'
import { makeFakeVideo, ResumableUpload } from '#tests/support/clients/resumable-upload.ts'
import { sha256Hex } from '#tests/support/media/sha256-hex.ts'
import { startSharedMultiProcessTestSite } from '#tests/support/cluster/multi-process-test-site.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'

export const diskFullDuringUploadFault: InjectedFault = {
  name: 'upload-full',
  guarantee:
    'the disk fills up during an upload: 507 “Storage full”, and the upload resumes when there is space, byte for byte',
  fullRepetitions: 10,
  quickRepetitions: 0,
  skipReason: diskFullDuringTranscodeFault.skipReason!,
  run,
}

const size = 1_500_000

async function run(count: number): Promise<FaultMeasurement[]> {
  const site = await startSharedMultiProcessTestSite()
  await site.setWorkerCount(0)
  const member = await site.signUpMember()
  const seen = { refused: 0, titled: 0, other: 0, done: 0, wentBack: 0, changed: 0 }
  for (let n = 0; n < count; n += 1) {
    const disk = await mountSmallDisk(join(site.dataDir, 'files/uploads'), 50_000 + Math.random() * 1_300_000)
    try {
      const sending = await ResumableUpload.announce(member, makeFakeVideo(size))
      const sent = sending.finish(400_000)
      sent.catch(() => {}) // a rejection surfaces when the upload is awaited below
      await waitUntil(() => (sending.answers.get(507) ?? 0) > 1)
      seen.refused += 1
      disk.grow()
      await sent
      seen.titled += [...sending.titles].join() === 'Storage full' ? 1 : 0
      seen.other += [...sending.answers.keys()].filter((status) => ![200, 204, 507].includes(status)).length
      seen.done += sending.isDone ? 1 : 0
      seen.wentBack += sending.wentBack
      const stored = await readFile(join(site.dataDir, 'files/uploads', sending.id))
      seen.changed += sha256Hex(stored) === sha256Hex(sending.bytes) ? 0 : 1
      // The upload is deleted before a worker can process it, because its bytes are not a real video.
      await storage.remove(`uploads/${sending.id}`)
      await db.deleteFrom('content').where('id', '=', sending.contentId).execute()
    } finally {
      await disk.leave()
    }
  }
  return [
    { name: 'uploads refused because the disk was full', value: seen.refused, threshold: { exactly: count } },
    {
      name: 'refused uploads whose sender reads only “Storage full”',
      value: seen.titled,
      threshold: { exactly: count },
    },
    { name: 'other responses', value: seen.other, threshold: { exactly: 0 } },
    { name: 'uploads completed when there was space', value: seen.done, threshold: { exactly: count } },
    { name: 'acknowledged offsets that decreased', value: seen.wentBack, threshold: { exactly: 0 } },
    { name: 'uploads whose SHA-256 differs', value: seen.changed, threshold: { exactly: 0 } },
  ]
}

/**
 * Mounts a disk of this size in bytes at the `place` folder. Until the disk is unmounted, it hides the files
 * that were already in `place`.
 */
async function mountSmallDisk(place: string, bytes: number) {
  await mkdir(place, { recursive: true })
  mount('-t', 'tmpfs', '-o', `size=${Math.ceil(bytes / 4096) * 4}k`, 'tmpfs', place)
  return {
    grow: () => mount('-o', 'remount,size=100m', place),
    leave: async () => void execFileSync('umount', [place]),
  }
}

function mount(...words: string[]): void {
  execFileSync('mount', words)
}
