import type { Notification } from '#contract/notifications.ts'
import { notificationMessages } from '#web/messages/dashboard/notifications.ts'

/** Marks the place of the title in a sentence. The database cannot store this character, so no text contains it. */
const placeholder = '\0'

/** The sentence of a notification. The title of the video is marked with the language of the video. */
export function NotificationSentence({ entry }: { entry: Notification }) {
  const { content } = entry
  if (!content?.language) return notificationMessages.sentence(entry)
  const sentence = notificationMessages.sentence({ ...entry, content: { ...content, title: placeholder } })
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
