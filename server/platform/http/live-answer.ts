import { liveAnswer } from '#contract/live.ts'
import { answered } from '../live-answers.ts'
import { raw } from './mount.ts'

const form = /^[0-9a-f-]{36}$/

/** Where pages answer heartbeats. It says nothing of whether there is such a stream, and asks nobody who they are. */
export const liveAnswerRoutes = [
  raw(['POST'], liveAnswer('{stream}'), async (c) => {
    const stream = c.req.param('stream') ?? ''
    // Where the database is away, only those of other processes are not told.
    if (form.test(stream)) await answered(stream).catch(() => {})
    return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
  }),
]
