import { readSignedInUserId } from '#web/features/auth/signed-in-user-storage.ts'
import { setCachedWatchHistoryState } from '#web/features/watch-session/watch-history-sync.ts'
import { uploadPlaybackPositions } from '#web/features/watch-session/upload-playback-positions.ts'
import {
  removeAllPlaybackPositions,
  removePlaybackPosition,
} from '#web/player/core/playback-positions/store-playback-position.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { watchHistoryMessages } from '#web/messages/dashboard/watch-history.ts'
import type { Route } from './+types/history-page.ts'

/**
 * After the server has removed videos from the watch history, removes their playback positions from this
 * browser.
 */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  try {
    const answer = await serverAction()
    await applyInBrowser(form)
    return answer
  } catch (thrown) {
    // If the action redirects, the server has made the change.
    if (thrown instanceof Response && thrown.status < 400) await applyInBrowser(form)
    throw thrown
  }
}

async function applyInBrowser(form: FormData): Promise<void> {
  const [intent, userId] = [form.get('intent'), readSignedInUserId() ?? '']
  if (intent === 'on' || intent === 'paused' || intent === 'off') setCachedWatchHistoryState(userId, intent)
  // If a video was watched while the history was paused, its position is not uploaded.
  if (intent === 'on' && form.get('was') !== 'paused') await uploadPlaybackPositions(userId)
  if (intent === 'remove') removePlaybackPosition(userId, String(form.get('id')))
  if (intent === 'clear' || intent === 'off') removeAllPlaybackPositions(userId)
  showToast.success(watchHistoryMessages.done[intent as keyof typeof watchHistoryMessages.done])
}
