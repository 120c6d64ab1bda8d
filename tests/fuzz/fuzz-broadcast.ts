import { createBroadcast } from '#contract/broadcasts/broadcasts.ts'
import { db } from '#server/platform/db/db.ts'
import type { AccessFixtures } from '#tests/support/access-fixtures/fixture-types.ts'
import { addBroadcastCapacity, sendChunk } from '#tests/support/app/broadcast-test-app.ts'
import { confirmUserEmail } from '#tests/support/app/test-app.ts'
import { backdateAccounts } from '#tests/support/fixtures/backdate-accounts.ts'

/** A broadcast that is on air, as the values of paths. */
export interface FuzzBroadcast {
  id: string
  playbackId: string
}

/**
 * Starts a broadcast of the owner. Several of the people may go live, and there is capacity for their broadcasts,
 * although no worker packages them.
 */
export async function createFuzzBroadcast(cast: AccessFixtures): Promise<FuzzBroadcast> {
  await addBroadcastCapacity(10)
  const owner = cast.actor('owner')
  for (const person of [owner, cast.actor('stranger'), cast.actor('follower')])
    await backdateAccounts(await confirmUserEmail(person))
  const body = { title: 'Zebrafish live', visibility: 'public', genre: 'Music' } as const
  const { id } = await owner.call(createBroadcast, { body })
  await sendChunk(owner, id, 0, 'header')
  const { playback_id: playbackId } = await db
    .selectFrom('content')
    .select('playback_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, playbackId }
}
