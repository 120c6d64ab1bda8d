import type { AnswerOf } from '#contract/endpoint.ts'
import type { getPlaying } from '#contract/wellbeing.ts'
import { db } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { settingOf } from '../safety/settings.ts'

/** What the player asks when it first plays. */
export async function playingOf({ id }: Member): Promise<AnswerOf<typeof getPlaying>> {
  const [autoplay_next, break_minutes] = await Promise.all([
    settingOf(db, id, 'autoplay_next'),
    settingOf(db, id, 'break_minutes'),
  ])
  return { autoplay_next, break_minutes }
}
