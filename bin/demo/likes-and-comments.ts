import { heartComment, likeComment, pinComment } from '#contract/engagement/comment-reactions.ts'
import { postComment } from '#contract/engagement/comments.ts'
import { putLike } from '#contract/engagement/likes.ts'
import type { DemoClip } from './clips.ts'
import type { DemoDataRecord } from './demo-data-record.ts'
import type { ProgressCallback } from '../progress-line.ts'
import { demoDataRecordKeyForClip } from './publish-clip.ts'
import { pickCommentTexts, pickReplyTexts } from './comment-texts.ts'
import type { DemoApiClient, DemoApiClients } from './api-client.ts'

type Client = Pick<DemoApiClient, 'call'>
type Records = Pick<DemoDataRecord, 'has' | 'getId' | 'record'>

/**
 * Adds likes and comments to each clip from the accounts of the other demo creators. The likes and comments
 * of a clip depend only on the clip's position in the list, so they are the same in every run.
 */
export async function addLikesAndComments(
  people: DemoApiClients,
  demoDataRecord: Records,
  clips: readonly DemoClip[],
  reportProgress: ProgressCallback,
): Promise<void> {
  for (const [nth, clip] of clips.entries()) {
    const id = demoDataRecord.getId(demoDataRecordKeyForClip(clip))
    if (!id || demoDataRecord.has(`talk:${clip.title}`)) continue
    reportProgress(`Likes and comments ${nth + 1} of ${clips.length}: ${clip.title}`)
    const others = [...people].filter(([name]) => name !== clip.by).map(([, visitor]) => visitor)
    const from = (n: number) => others[(nth * 5 + n) % others.length]!
    for (let n = 0; n < likesFor(nth, others.length); n++) await from(n).call(putLike, { params: { id } })
    const said = pickCommentTexts(clip.type, nth, 1 + ((nth * 7 + 3) % 5))
    for (const [n, body] of said.entries())
      await postCommentOnce(from(n * 2), demoDataRecord, { id, n, body })
    const creator = people.get(clip.by)
    if (creator && nth % 2 === 0)
      await answerFirstComment(creator, from(1), demoDataRecord, { id, nth, by: clip.by })
    await demoDataRecord.record(`talk:${clip.title}`)
  }
}

/**
 * Returns how many accounts like a clip. A few clips are liked by all accounts, and most clips are liked by
 * some of the accounts. Every third clip has a few more likes, because `backdate-content.ts` makes these
 * clips the oldest, and older videos have had more time to collect likes.
 */
function likesFor(nth: number, most: number): number {
  return Math.min(most, 1 + ((nth * 11) % 8) + (nth % 3 === 0 ? 4 : 0))
}

/**
 * Adds two replies to the first comment on a clip. One reply is by the creator, who also pins the comment or
 * gives it a heart. The other reply mentions the creator, whose username is `by`.
 */
async function answerFirstComment(
  creator: Client,
  visitor: Client,
  demoDataRecord: Records,
  { id, nth, by }: { id: string; nth: number; by: string },
): Promise<void> {
  const comment = demoDataRecord.getId(`said:${id}:0`)
  if (!comment) return
  const [answer, echo] = pickReplyTexts(nth)
  await postCommentOnce(creator, demoDataRecord, { id, n: 'answer', body: answer, replyTo: comment })
  await postCommentOnce(visitor, demoDataRecord, { id, n: 'echo', body: `@${by} ${echo}`, replyTo: comment })
  const params = { id: comment }
  await visitor.call(likeComment, { params })
  if (nth % 4 === 0) await creator.call(pinComment, { params })
  else await creator.call(heartComment, { params })
}

interface DemoComment {
  /** The id of the clip. */
  id: string
  /** A number or name that identifies the comment among the comments on the clip. */
  n: number | string
  body: string
  replyTo?: string
}

async function postCommentOnce(
  visitor: Client,
  demoDataRecord: Records,
  { id, n, body, replyTo }: DemoComment,
): Promise<void> {
  const key = `said:${id}:${n}`
  if (demoDataRecord.has(key)) return
  const posted = await visitor.call(postComment, {
    params: { id },
    body: { body, ...(replyTo && { reply_to: replyTo }) },
  })
  await demoDataRecord.record(key, posted.id)
}
