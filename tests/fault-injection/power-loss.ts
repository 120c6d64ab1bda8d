import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { postComment } from '#contract/engagement/comments.ts'
import { deleteLike, putLike } from '#contract/engagement/likes.ts'
import { db } from '#server/platform/db/db.ts'
import type { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { waitForProcessesToExit, listProcessTree } from '#tests/support/processes/process-tree.ts'
import { findOrphanedProcesses } from '#tests/support/cluster/worker-processes.ts'
import type { InjectedFault, FaultMeasurement } from './injected-fault.ts'
import {
  clipsToTranscode,
  recordTransitionsToReady,
  expireTranscodeHeartbeat,
  findItemsNotReadyExactlyOnce,
  waitUntilTranscoded,
  uploadClipForTranscoding,
} from '#tests/support/cluster/transcoding-test-helpers.ts'
import { findInvariantViolations } from '#tests/support/cluster/invariants.ts'
import { makeFakeVideo, ResumableUpload } from '#tests/support/clients/resumable-upload.ts'
import { sha256Hex } from '#tests/support/media/sha256-hex.ts'
import {
  type MultiProcessTestSite,
  startSharedMultiProcessTestSite,
} from '#tests/support/cluster/multi-process-test-site.ts'

export const powerLossFault: InjectedFault = {
  name: 'power-cut',
  guarantee:
    'server, worker, PostgreSQL and ffmpeg killed together: no acknowledged write is lost, and uploads and transcodes resume',
  fullRepetitions: 20,
  quickRepetitions: 1,
  run: (count) => (count === 1 ? runShortForm() : run(count)),
}

/** The writes that the site has acknowledged. */
interface AcknowledgedWrites {
  comments: string[]
  /** Whether each member likes the item. A member with an unanswered request has no entry in this map. */
  likes: Map<string, boolean>
}

/** Runs the short form of the fault test, without transcoding. */
async function runShortForm(): Promise<FaultMeasurement[]> {
  const site = await startSharedMultiProcessTestSite({ ownPostgres: true })
  const members = await Promise.all([named(await site.signUpMember()), named(await site.signUpMember())])
  const sending = await ResumableUpload.announce(members[0]!.visitor, makeFakeVideo(1_500_000))
  const { contentId: item } = await ResumableUpload.announce(members[0]!.visitor, makeFakeVideo(1000))
  await db
    .updateTable('content')
    .set({ stream_status: 'ready', stream_url: '/media/none/master.m3u8' })
    .where('id', '=', item)
    .execute()
  const promised: AcknowledgedWrites = { comments: [], likes: new Map() }
  const on = { is: true }
  const busy = members.map((member) => performWrites(member, item, promised, on))
  const sent = sending.finish(300_000)
  await waitUntil(async () => promised.comments.length > 2 && sending.acknowledged > 0)
  await killEverything(site)
  on.is = false
  await Promise.all(busy)
  await site.restartWeb()
  await sent
  const stored = await readFile(join(site.dataDir, 'files/uploads', sending.id))
  const lost = await countMissingWrites(promised, item)
  await db.deleteFrom('content').where('id', 'in', [item, sending.contentId]).execute()
  return [
    { name: 'acknowledged comments and likes that are missing', value: lost, threshold: { exactly: 0 } },
    { name: 'acknowledged offsets that decreased', value: sending.wentBack, threshold: { exactly: 0 } },
    {
      name: 'uploads whose SHA-256 differs',
      value: sha256Hex(stored) === sha256Hex(sending.bytes) ? 0 : 1,
      threshold: { exactly: 0 },
    },
  ]
}

async function run(count: number): Promise<FaultMeasurement[]> {
  const site = await startSharedMultiProcessTestSite({ ownPostgres: true })
  await recordTransitionsToReady()
  await site.setWorkerCount(1)
  const members = await Promise.all(Array.from({ length: 4 }, async () => named(await site.signUpMember())))
  const film = await clipsToTranscode.middle()
  const item = await uploadClipForTranscoding(members[0]!.visitor, film)
  await waitUntilTranscoded([item], 60)
  const promised: AcknowledgedWrites = { comments: [], likes: new Map() }
  const all = [item]
  const seen = { wentBack: 0, broken: 0, lost: 0, wrong: 0 }
  for (let n = 0; n < count; n += 1) {
    const sending = await ResumableUpload.announce(members[0]!.visitor, film)
    const early = await uploadClipForTranscoding(members[1]!.visitor, film) // is being transcoded when the power fails
    all.push(sending.contentId, early)
    const sent = sending.finish(Math.ceil(film.length / 4))
    const on = { is: true }
    const busy = members.map((member) => performWrites(member, item, promised, on))
    await pause(Math.random() * 2000)
    await killEverything(site)
    on.is = false
    await Promise.all(busy)
    await site.restartWeb()
    await site.setWorkerCount(1)
    await sent
    seen.wentBack += sending.wentBack
    seen.broken += sending.breaks > 0 ? 1 : 0
    seen.lost += await countMissingWrites(promised, item)
    // Expires the heartbeats of the interrupted jobs instead of waiting until the queue detects the dead
    // worker. Other tests cover this detection.
    for (const id of [early, sending.contentId]) await expireTranscodeHeartbeat(id)
    await waitUntilTranscoded([sending.contentId, early], 180)
    seen.wrong += (await findInvariantViolations()).length
  }
  const ended = await waitUntilTranscoded(all, 60)
  return [
    { name: 'acknowledged comments', value: promised.comments.length, threshold: { atLeast: count } },
    {
      name: 'acknowledged comments and likes that are missing',
      value: seen.lost,
      threshold: { exactly: 0 },
    },
    { name: 'uploads interrupted and resumed', value: seen.broken },
    { name: 'acknowledged offsets that decreased', value: seen.wentBack, threshold: { exactly: 0 } },
    { name: 'videos', value: all.length },
    {
      name: 'videos that are not ready',
      value: ended.filter(({ state }) => state !== 'ready').length,
      threshold: { exactly: 0 },
    },
    {
      name: 'videos that did not become ready exactly once',
      value: (await findItemsNotReadyExactlyOnce(all)).length,
      threshold: { exactly: 0 },
    },
    { name: 'invariants violated after a power loss', value: seen.wrong, threshold: { exactly: 0 } },
  ]
}

interface Member {
  id: string
  visitor: HttpTestClient
}

async function named(visitor: HttpTestClient): Promise<Member> {
  const { me } = (await (await visitor.fetch('/api/session')).json()) as { me: { id: string } }
  return { id: me.id, visitor }
}

/** Sends likes, unlikes and comments in sequence, and records what the site acknowledged. */
async function performWrites(
  { id, visitor }: Member,
  item: string,
  promised: AcknowledgedWrites,
  on: { is: boolean },
): Promise<void> {
  const params = { id: item }
  for (let n = 0; on.is; n += 1) {
    const likes = n % 2 === 0
    const before = promised.likes.get(id)
    promised.likes.delete(id)
    try {
      await visitor.call(likes ? putLike : deleteLike, { params })
      promised.likes.set(id, likes)
      const { id: comment } = await visitor.call(postComment, {
        params,
        body: { body: `Well said, ${randomUUID().slice(0, 4)}.` },
      })
      promised.comments.push(comment)
    } catch {
      // The request was rate-limited or got no response. A write without a response may or may not have taken
      // effect.
      if (on.is && before !== undefined) await pause(20)
    }
    await pause(10)
  }
}

/**
 * Kills every process, PostgreSQL first. If the parent process of PostgreSQL died first, the kernel would
 * notify PostgreSQL, and PostgreSQL would shut down cleanly.
 */
async function killEverything(site: MultiProcessTestSite): Promise<void> {
  const web = await listProcessTree(site.web.pid)
  const workers = (await Promise.all([...site.workers].map(({ pid }) => listProcessTree(pid)))).flat()
  const pids = [...web.toReversed(), ...workers.toReversed()]
  for (const pid of pids) end(pid)
  for (const { pid } of await findOrphanedProcesses(site.dataDir, [])) end(pid)
  await waitForProcessesToExit(pids)
  site.workers.clear()
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has exited in the meantime.
  }
}

/** Returns the number of acknowledged writes that are missing. */
async function countMissingWrites({ comments, likes }: AcknowledgedWrites, item: string): Promise<number> {
  const rows = await db.selectFrom('comments').select('id').where('content_id', '=', item).execute()
  const there = new Set(rows.map(({ id }) => id))
  const liked = await db.selectFrom('likes').select('user_id').where('content_id', '=', item).execute()
  const likers = new Set(liked.map(({ user_id }) => user_id))
  const lostLikes = [...likes].filter(([id, likesIt]) => likers.has(id) !== likesIt)
  return comments.filter((id) => !there.has(id)).length + lostLikes.length
}
