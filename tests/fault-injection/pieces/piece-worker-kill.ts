import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'
import {
  checkResult,
  countRepeatedPieces,
  createClip,
  recordPieceClaims,
} from '#tests/support/pieces/piece-test-app.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import {
  type MultiProcessTestSite,
  startSharedMultiProcessTestSite,
} from '#tests/support/cluster/multi-process-test-site.ts'
import {
  uploadClipForTranscoding,
  waitUntilTranscoded,
} from '#tests/support/cluster/transcoding-test-helpers.ts'
import type { ServerProcess } from '#tests/support/processes/server-process.ts'
import type { FaultMeasurement, InjectedFault } from '../injected-fault.ts'

export const pieceWorkerKillFault: InjectedFault = {
  name: 'kill-pieces',
  guarantee:
    'kill -9 of one of two workers after 90% of a long video: at most one piece is encoded again, and every frame is shown once',
  fullRepetitions: 20,
  quickRepetitions: 0,
  run,
}

async function run(count: number): Promise<FaultMeasurement[]> {
  const site = await startSharedMultiProcessTestSite({ env: { PIECE_SECONDS: '8' } })
  await recordPieceClaims()
  const member = await site.signUpMember()
  const film = await createClip()
  const seen = { once: 0, repeated: 0, restarted: 0, broken: 0 }
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) {
    await site.setWorkerCount(2)
    const id = await uploadClipForTranscoding(member, film)
    ids.push(id)
    const victim = await findBusyWorkerNearTheEnd(site, id)
    await victim.kill()
    site.workers.delete(victim)
    await waitUntilTranscoded([id], 180)
    const repeated = await countRepeatedPieces(id)
    if (repeated <= 1) seen.once += 1
    seen.repeated += repeated
    if ((await readFence(id)) !== 1) seen.restarted += 1
    await checkResult(site, id).catch((error: Error) => {
      console.log(`  ${error.message}`)
      seen.broken += 1
    })
  }
  return [
    {
      name: 'kills after which at most one piece was encoded again',
      value: seen.once,
      threshold: { exactly: count },
    },
    { name: 'pieces that were encoded again, in total', value: seen.repeated },
    { name: 'videos whose processing started over', value: seen.restarted, threshold: { exactly: 0 } },
    {
      name: 'videos with a missing, repeated or misplaced frame, or without storyboard',
      value: seen.broken,
      threshold: { exactly: 0 },
    },
    {
      name: 'videos that are not ready',
      value: (await waitUntilTranscoded(ids, 1)).filter(({ state }) => state !== 'ready').length,
      threshold: { exactly: 0 },
    },
  ]
}

/** Waits until 90% of the work is done, and returns the worker of a piece at a random moment. */
async function findBusyWorkerNearTheEnd(site: MultiProcessTestSite, id: string): Promise<ServerProcess> {
  await waitUntil(async () => {
    const { rows } = await sql<{ part: number | null }>`select sum(case when state in ('encoded', 'published')
      then work else 0 end) / sum(work) as part from transcode_pieces where content_id = ${id}`.execute(db)
    return (rows[0]?.part ?? 0) >= 0.9
  }, 180)
  await pause(Math.random() * 200)
  const encoding = await db
    .selectFrom('transcode_pieces')
    .select('worker')
    .where('content_id', '=', id)
    .where('state', '=', 'encoding')
    .execute()
  const workers = [...site.workers].toSorted(() => Math.random() - 0.5)
  const isBusy = ({ pid }: ServerProcess) => encoding.some(({ worker }) => worker!.includes(`-${pid}-`))
  return workers.find(isBusy) ?? workers[0]!
}

async function readFence(id: string): Promise<number> {
  const { fence } = await db
    .selectFrom('streams')
    .select('fence')
    .where('content_id', '=', id)
    .executeTakeFirstOrThrow()
  return fence
}
