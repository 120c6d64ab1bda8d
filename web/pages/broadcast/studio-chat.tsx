import { useEffect, useState } from 'react'
import { getContent } from '#contract/content/content.ts'
import { contentEventsPath, type LiveEventName } from '#contract/live-updates.ts'
import { callApi } from '#web/api/api-client.ts'
import { subscribeToLiveUpdates } from '#web/api/live-updates.ts'
import { ChatPanel } from '#web/features/chat/chat-panel.tsx'
import type { LiveUpdateListeners } from '#web/features/chat/use-chat.ts'
import { useReportDialog } from '../layout/use-report-dialog.tsx'

const chatEvents: LiveEventName[] = ['chat', 'chat_held', 'chat_settings', 'comment_deleted', 'reset']

/** The chat of the creator's own broadcast, on the page on which it is made. */
export default function StudioChat({ contentId, state }: { contentId: string; state: string }) {
  const [listeners] = useState<LiveUpdateListeners>(() => new Set())
  const [report, reportDialog] = useReportDialog(true)
  useEffect(() => {
    let stop = () => {}
    let isCurrent = true
    const listen = (after: number) => {
      if (!isCurrent) return
      stop = subscribeToLiveUpdates(
        contentEventsPath(contentId),
        after,
        Object.fromEntries(
          chatEvents.map((name) => [
            name,
            (data: unknown) => {
              for (const tell of listeners) tell(name, data)
            },
          ]),
        ),
      )
    }
    callApi(getContent, { params: { id: contentId } }).then(
      ({ live_cursor }) => listen(live_cursor),
      () => listen(0), // the server then starts with the next message, or says that messages were missed
    )
    return () => {
      isCurrent = false
      stop()
    }
  }, [contentId, listeners])
  return (
    <>
      <ChatPanel contentId={contentId} listeners={listeners} state={state} onReport={report} />
      {reportDialog}
    </>
  )
}
