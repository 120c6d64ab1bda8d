import type { Notification } from '#contract/notifications.ts'
import { useTimeZone } from '#web/ui/formatting/time-zone.ts'
import { formatNotification } from './format-notification.ts'

/**
 * Marks the place of the title in a sentence. PostgreSQL cannot store this character, so titles and names do not
 * contain it.
 */
const placeholder = '\0'

/** The sentence of a notification. The title of the video is marked with the language of the video. */
export function NotificationSentence({ entry }: { entry: Notification }) {
  const { content } = entry
  const timeZone = useTimeZone()
  if (!content?.language) return formatNotification(entry, timeZone)
  const sentence = formatNotification({ ...entry, content: { ...content, title: placeholder } }, timeZone)
  const [before, after] = sentence.split(placeholder)
  // Some sentences do not contain the title.
  if (after === undefined) return before
  return (
    <>
      {before}
      <span lang={content.language} dir="auto">
        {content.title}
      </span>
      {after}
    </>
  )
}
