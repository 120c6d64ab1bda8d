import { redirect } from 'react-router'
import {
  clearWatchHistory,
  deleteHistoryEntry,
  putWatchHistoryState,
} from '#contract/engagement/watch-history.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { pagePaths } from '#web/paths.ts'
import type { Route } from './+types/history-page.ts'

/**
 * Changes the history. The values `off` and `clear` are sent only after the page has asked for confirmation.
 */
export async function action(args: Route.ActionArgs) {
  const api = createLoaderApiClient(args)
  const form = await args.request.formData()
  const intent = form.get('intent')
  if (intent === 'remove') await api(deleteHistoryEntry, { params: { id: String(form.get('id')) } })
  else if (intent === 'clear') await api(clearWatchHistory, {})
  else if (intent === 'on' || intent === 'paused' || intent === 'off')
    await api(putWatchHistoryState, {
      body: { state: intent, confirmed: intent === 'off' },
    })
  return intent === 'remove' ? null : redirect(pagePaths.history())
}
