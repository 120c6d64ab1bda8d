import { execFileSync } from 'node:child_process'
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { retryProcessing } from '#contract/content/uploads.ts'
import { db } from '#server/platform/db/db.ts'
import { verifySiteIntegrity } from '#server/operations/verify/verify.ts'
import type { InjectedFault, FaultMeasurement } from './injected-fault.ts'
import {
  clipsToTranscode,
  recordTransitionsToReady,
  findItemsNotReadyExactlyOnce,
  waitUntilTranscoded,
} from '#tests/support/cluster/transcoding-test-helpers.ts'
import { ResumableUpload } from '#tests/support/clients/resumable-upload.ts'
import {
  type MultiProcessTestSite,
  startSharedMultiProcessTestSite,
} from '#tests/support/cluster/multi-process-test-site.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'

export const diskFullDuringTranscodeFault: InjectedFault = {
  name: 'disk-full',
  guarantee:
    'the disk fills up during a transcode: nothing incomplete is published, and the owner reads why and can retry when there is space',
  fullRepetitions: 10,
  quickRepetitions: 0,
  skipReason: () => (canMount() ? undefined : 'requires root to mount a small disk'),
  run,
}

function canMount(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0
}

async function run(count: number): Promise<FaultMeasurement[]> {
  const site = await startSharedMultiProcessTestSite()
  await recordTransitionsToReady()
  await site.setWorkerCount(1)
  const member = await site.signUpMember()
  const film = await clipsToTranscode.middle()
  const seen = { failed: 0, told: 0, half: 0, ready: 0 }
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) {
    const sending = await ResumableUpload.announce(member, film)
    const id = sending.contentId
    ids.push(id)
    const disk = await mountSmallDisk(await chooseFullFolder(site, id, n), film.length)
    const workFolder = join(site.dataDir, 'work')
    try {
      await sending.finish(film.length)
      const [row] = await waitUntilTranscoded([id], 120)
      if (row!.state === 'failed') seen.failed += 1
      if (row!.error) seen.told += 1
      if (!(await isWhole(id))) seen.half += 1
      await disk.grow()
      if (row!.state === 'failed') await member.call(retryProcessing, { params: { streamId: row!.streamId } })
      const [ended] = await waitUntilTranscoded([id], 120)
      if (ended!.state === 'ready') seen.ready += 1
      // When an item is `ready`, further renditions are still being made, so the disk must stay mounted until
      // these renditions are finished.
      await waitUntil(async () => (await readdir(workFolder)).length === 0, 120)
    } finally {
      await disk.leave()
    }
  }
  return [
    { name: 'videos that failed because the disk was full', value: seen.failed, threshold: { atLeast: 1 } },
    { name: 'failed videos whose owner reads why', value: seen.told, threshold: { exactly: seen.failed } },
    { name: 'videos published incompletely', value: seen.half, threshold: { exactly: 0 } },
    {
      name: 'videos that became ready when there was space',
      value: seen.ready,
      threshold: { exactly: count },
    },
    {
      name: 'videos that did not become ready exactly once',
      value: (await findItemsNotReadyExactlyOnce(ids)).length,
      threshold: { exactly: 0 },
    },
  ]
}

/**
 * Returns the folder whose disk fills up in run `n`: ffmpeg's working folder or, in every second run, the
 * storage of finished renditions.
 */
async function chooseFullFolder({ dataDir }: MultiProcessTestSite, id: string, n: number): Promise<string> {
  if (n % 2 === 0) return join(dataDir, 'work')
  const { playback_id } = await db
    .selectFrom('content')
    .select('playback_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return join(dataDir, 'files/media', playback_id)
}

/** Mounts a disk that has space for the video and for a varying part of its renditions. */
async function mountSmallDisk(place: string, filmSize: number) {
  await mkdir(place, { recursive: true })
  const size = place.endsWith('/work') ? filmSize + Math.random() * 800_000 : 20_000 + Math.random() * 500_000
  mount('-t', 'tmpfs', '-o', `size=${Math.ceil(size / 1024)}k`, 'tmpfs', place)
  return {
    grow: async () => mount('-o', 'remount,size=100m', place),
    /** Unmounts the disk, and moves its files to the folder at which the disk was mounted. */
    async leave() {
      const aside = `${place}.aside`
      await cp(place, aside, { recursive: true })
      execFileSync('umount', [place])
      await rm(place, { recursive: true })
      await rename(aside, place)
    },
  }
}

function mount(...words: string[]): void {
  execFileSync('mount', words)
}

/** Returns whether the site integrity check finds no problem with this item. */
async function isWhole(id: string): Promise<boolean> {
  const { findings } = await verifySiteIntegrity()
  return findings.every(({ where, what }) => !`${where} ${what}`.includes(id))
}
