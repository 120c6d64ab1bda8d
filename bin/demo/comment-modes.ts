import { updateContent } from '#contract/content/own-content.ts'
import type { CommentMode } from '#contract/engagement/comment-modes.ts'
import type { DemoClip } from './clips.ts'
import type { DemoDataRecord } from './demo-data-record.ts'
import { demoDataRecordKeyForClip } from './publish-clip.ts'
import type { DemoApiClient } from './api-client.ts'

/** Every ninth clip gets the next of these modes. All other clips are open to everyone. */
const modes: readonly CommentMode[] = ['followers', 'held', 'off']

/** Sets who can comment on some of the clips. Runs after all comments have been posted. */
export async function setCommentModes(
  people: Map<string, DemoApiClient>,
  demoDataRecord: DemoDataRecord,
  clips: readonly DemoClip[],
): Promise<void> {
  for (const [nth, clip] of clips.entries()) {
    const id = demoDataRecord.getId(demoDataRecordKeyForClip(clip))
    if (!id || nth % 9 !== 8) continue
    const comment_mode = modes[Math.floor(nth / 9) % modes.length]!
    await people.get(clip.by)?.call(updateContent, { params: { id }, body: { comment_mode } })
  }
}
