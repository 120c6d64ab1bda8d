import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ChatMessage } from '#contract/broadcasts/chat.ts'
import { chatMessages } from '#web/messages/watch/chat.ts'

/** Screen readers announce new messages at most once in this time, so that they can finish each announcement. */
const announcementIntervalMs = 5000

/** Returns the text with which screen readers announce new messages: the message, or how many there are. */
export function useAnnouncement(latest: ChatMessage | null, myId: string | undefined): string {
  const [text, setText] = useState('')
  const waiting = useRef({ count: 0, message: latest })
  const announce = useEffectEvent(() => {
    const { count, message } = waiting.current
    waiting.current.count = 0
    if (count > 1) setText(chatMessages.severalArrived({ count }))
    else if (count === 1 && message) setText(chatMessages.arrived(message))
  })
  useEffect(() => {
    const timer = setInterval(() => announce(), announcementIntervalMs)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (latest && latest.user_id !== myId)
      waiting.current = { count: waiting.current.count + 1, message: latest }
  }, [latest, myId])
  return text
}
