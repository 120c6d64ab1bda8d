import { updateContent } from '#contract/content/own-content.ts'
import type { CommentMode } from '#contract/engagement/comment-modes.ts'
import { likeComment } from '#contract/engagement/comment-reactions.ts'
import { deleteComment, editComment, postComment } from '#contract/engagement/comments.ts'
import { updateProfile } from '#contract/people/profiles.ts'
import type { DemoApiClients } from './api-client.ts'
import type { DemoClip } from './clips.ts'
import type { DemoDataRecord } from './demo-data-record.ts'
import { demoDataRecordKeyForClip, demoDataRecordKeyForTitle } from './publish-clip.ts'

/** The clip whose comments demonstrate every comment feature. */
export const commentShowcaseClip = { title: 'Neon Rain', by: 'mika_loops' }

const blockedWords = 'overrated\nfirst!'

interface Line {
  key: string
  by: string
  body: string
  /** If this comment is a reply, the key of the comment that it answers. */
  replyTo?: string
  /** The text after the author has edited the comment. */
  edited?: string
  likedBy?: readonly string[]
  isDeleted?: true
}

const lines: readonly Line[] = [
  { key: 'question', by: 'juno_draws', body: 'is the second drum a bucket??', isDeleted: true },
  { key: 'bucket', by: 'zed_plays', body: 'it has to be. listen at 0:09', replyTo: 'question' },
  { key: 'lid', by: 'mika_loops', body: 'a bucket AND its lid', replyTo: 'question', likedBy: ['zed_plays'] },
  {
    key: 'goosebumps',
    by: 'nadia_spins',
    body: '0:08 when the drums join in. then 0:16. I have a whole dance for this',
    likedBy: ['mika_loops', 'marisol_sings', 'juno_draws', 'the_bus_club', 'rocket_ruth'],
  },
  { key: 'dance', by: 'mika_loops', body: 'PLEASE post the dance', replyTo: 'goosebumps' },
  { key: 'posted', by: 'nadia_spins', body: '@mika_loops filming it on Friday!', replyTo: 'dance' },
  {
    key: 'remix',
    by: 'marisol_sings',
    body: '@mika_loops can I sing over this? @the_bus_club could do the backing vocals',
    likedBy: ['nadia_spins', 'the_bus_club'],
  },
  { key: 'yes', by: 'the_bus_club', body: 'the whole bus says yes', replyTo: 'remix' },
  {
    key: 'edited',
    by: 'rocket_ruth',
    body: 'my brother danced to this for an hour',
    edited: 'my brother danced to this for an hour. AN HOUR. he is six',
    likedBy: ['spooky_ines'],
  },
  // The Arabic comment says: "This song is great, @mika_loops! I can't stop after 0:16."
  { key: 'arabic', by: 'spooky_ines', body: 'أغنية رائعة يا @mika_loops! لا أستطيع التوقف بعد 0:16' },
  { key: 'held', by: 'zed_plays', body: 'rain is overrated but this one can stay' },
]

type Records = Pick<DemoDataRecord, 'has' | 'getId' | 'record' | 'all'>

/**
 * Adds comments with replies, mentions, likes and timecodes to one clip. One of these comments is edited, one
 * is deleted but has replies, and one awaits the creator's approval because it contains one of the creator's
 * blocked words.
 */
export async function addCommentShowcase(people: DemoApiClients, demoDataRecord: Records): Promise<void> {
  const id = demoDataRecord.getId(demoDataRecordKeyForTitle(commentShowcaseClip.title))
  const creator = people.get(commentShowcaseClip.by)
  if (!id || !creator || demoDataRecord.has('showcase')) return
  await creator.call(updateProfile, { body: { held_words: blockedWords } })
  for (const line of lines) await postLine(people, demoDataRecord, id, line)
  for (const { key, by, isDeleted } of lines) {
    const comment = demoDataRecord.getId(`showcase:${key}`)
    if (isDeleted && comment) await people.get(by)?.call(deleteComment, { params: { id: comment } })
  }
  await demoDataRecord.record('showcase')
}

async function postLine(
  people: DemoApiClients,
  demoDataRecord: Records,
  id: string,
  line: Line,
): Promise<void> {
  const { key, by, body, replyTo, edited, likedBy = [] } = line
  const author = people.get(by)
  if (!author || demoDataRecord.has(`showcase:${key}`)) return
  const reply_to = replyTo && demoDataRecord.getId(`showcase:${replyTo}`)
  const posted = await author.call(postComment, {
    params: { id },
    body: { body, ...(reply_to && { reply_to }) },
  })
  const params = { id: posted.id }
  if (edited) await author.call(editComment, { params, body: { body: edited } })
  for (const fan of likedBy) await people.get(fan)?.call(likeComment, { params })
  await demoDataRecord.record(`showcase:${key}`, posted.id)
}

/** Every ninth clip gets one of these comment modes, in turn. On all other clips, everyone can comment. */
const modes: readonly CommentMode[] = ['followers', 'held', 'off']

/** Sets who can comment on some of the clips. Runs after all comments have been posted. */
export async function setDemoCommentModes(
  people: DemoApiClients,
  demoDataRecord: Pick<DemoDataRecord, 'getId'>,
  clips: readonly DemoClip[],
): Promise<void> {
  for (const [nth, clip] of clips.entries()) {
    const id = demoDataRecord.getId(demoDataRecordKeyForClip(clip))
    if (!id || nth % 9 !== 8) continue
    const comment_mode = modes[Math.floor(nth / 9) % modes.length]!
    await people.get(clip.by)?.call(updateContent, { params: { id }, body: { comment_mode } })
  }
}
