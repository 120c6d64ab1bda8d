import { postComment } from '#contract/engagement/comments.ts'
import { putLike } from '#contract/engagement/likes.ts'
import type { DemoClip } from './clips.ts'
import type { DemoLedger } from './demo-ledger.ts'
import type { ReportProgress } from '../progress-line.ts'
import { clipLedgerKey } from './publish-clip.ts'
import { pickComments } from './comment-texts.ts'
import type { DemoApiClient } from './api-client.ts'

/**
 * Adds likes and comments by the other accounts. The likes and comments of a clip depend only on the clip's
 * position in the list, so they are the same in every run.
 */
export async function addLikesAndComments(
  people: Map<string, DemoApiClient>,
  ledger: DemoLedger,
  clips: readonly DemoClip[],
  reportProgress: ReportProgress,
): Promise<void> {
  for (const [nth, clip] of clips.entries()) {
    const id = ledger.getId(clipLedgerKey(clip))
    if (!id || ledger.has(`talk:${clip.title}`)) continue
    reportProgress(`Likes and comments ${nth + 1} of ${clips.length}: ${clip.title}`)
    const others = [...people].filter(([name]) => name !== clip.by).map(([, visitor]) => visitor)
    const from = (n: number) => others[(nth * 5 + n) % others.length]!
    for (let n = 0; n < likesFor(nth, others.length); n++) await from(n).call(putLike, { params: { id } })
    const said = pickComments(clip.type, nth, 1 + ((nth * 7 + 3) % 5))
    for (const [n, body] of said.entries()) await postCommentOnce(from(n * 2), ledger, { id, n, body })
    await ledger.record(`talk:${clip.title}`)
  }
}

/**
 * Returns how many accounts like a clip. A few clips are liked by all accounts, and most clips are liked by
 * some of the accounts. Every third clip has a few more likes, because `backdate-content.ts` gives these
 * clips the oldest dates.
 */
function likesFor(nth: number, most: number): number {
  return Math.min(most, 1 + ((nth * 11) % 8) + (nth % 3 === 2 ? 4 : 0))
}

async function postCommentOnce(
  visitor: DemoApiClient,
  ledger: DemoLedger,
  { id, n, body }: { id: string; n: number; body: string },
): Promise<void> {
  const key = `said:${id}:${n}`
  if (ledger.has(key)) return
  const posted = await visitor.call(postComment, { params: { id }, body: { body } })
  await ledger.record(key, posted.id)
}
