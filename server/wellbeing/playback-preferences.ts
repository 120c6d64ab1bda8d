import type { ResponseOf } from '#contract/endpoint.ts'
import type { getPlaybackPreferences } from '#contract/wellbeing.ts'
import { db } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { loadSafetySetting } from '#server/safety-settings/safety-settings.ts'

/** Returns the settings that the player loads before the first playback. */
export async function loadPlaybackPreferences({
  id,
}: Member): Promise<ResponseOf<typeof getPlaybackPreferences>> {
  const [autoplay_next, break_minutes] = await Promise.all([
    loadSafetySetting(db, id, 'autoplay_next'),
    loadSafetySetting(db, id, 'break_minutes'),
  ])
  return { autoplay_next, break_minutes }
}
