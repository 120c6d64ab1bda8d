import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type ChatMessage, getChatReplay } from '#contract/broadcasts/chat.ts'
import { callApi } from '#web/api/api-client.ts'
import { useAuth } from '#web/features/auth/auth-context.ts'
import { chatMessages } from '#web/messages/watch/chat.ts'
import { subscribeToWatchPageVideo } from '#web/player/watch-page-video-position.ts'
import { BesidePlayer } from './beside-player.tsx'
import { ChatEntry } from './chat-entry.tsx'
import { ChatLog } from './chat-log.tsx'
import './chat.css'

/** After a seek, the messages of this many seconds before the new position are shown, too. */
const secondsBefore = 60
/** The next messages are loaded when playback is this close to the last loaded one. */
const secondsAhead = 15
const shownMessages = 200

interface Loaded {
  /** The loaded messages start at this position, in seconds. */
  from: number
  messages: ChatMessage[]
  /** Null if the last message of the chat has been loaded. */
  cursor: string | null
}

interface Props {
  contentId: string
  onReport: (target: { subject: 'comment'; id: string }) => void
}

/** The chat of a broadcast beside its recording. Each message appears when playback reaches its second. */
export default function ChatReplay({ contentId, onReport }: Props) {
  const { me } = useAuth()
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [second, setSecond] = useState(0)
  const isLoading = useRef(false)

  const load = useEffectEvent(async (position: number) => {
    if (isLoading.current) return
    const wanted = findMissing(loaded, position)
    if (!wanted) return
    isLoading.current = true
    try {
      const { items, next_cursor: cursor } = await callApi(getChatReplay, {
        params: { id: contentId },
        query: wanted.cursor === undefined ? { from: wanted.from } : { cursor: wanted.cursor },
      })
      const before = wanted.cursor === undefined ? [] : loaded!.messages
      setLoaded({ from: wanted.from, messages: [...before, ...items], cursor })
    } catch {
      // The next change of the position tries again.
    } finally {
      isLoading.current = false
    }
  })
  // oxlint-disable-next-line react/exhaustive-effect-dependencies, react/set-state-in-effect -- `load` changes the state only after its request, and continues if more has to be loaded
  useEffect(() => void load(second), [second, loaded])
  useEffect(() => subscribeToWatchPageVideo((position) => setSecond(Math.floor(position * 2) / 2)), [])

  // A broadcast without messages needs no panel.
  if (!loaded || (loaded.from === 0 && loaded.messages.length === 0)) return null
  const shown = loaded.messages.filter(({ position_seconds: at }) => at <= second + 0.5).slice(-shownMessages)
  return (
    <BesidePlayer>
      <section className="chat" aria-labelledby="chat-title">
        <h2 id="chat-title">{chatMessages.replay.title}</h2>
        <p className="chat-note">{chatMessages.replay.text}</p>
        <ChatLog lastId={shown.at(-1)?.id}>
          {shown.length === 0 && <p className="chat-state">{chatMessages.replay.nothingYet}</p>}
          <ul>
            {shown.map((message) => (
              <ChatEntry
                key={message.id}
                message={message}
                isMine={message.user_id === me?.id}
                canModerate={false}
                onReport={(id) => onReport({ subject: 'comment', id })}
              />
            ))}
          </ul>
        </ChatLog>
      </section>
    </BesidePlayer>
  )
}

/** Returns what has to be loaded for a position, or null if the messages around it are loaded. */
function findMissing(loaded: Loaded | null, position: number): { from: number; cursor?: string } | null {
  const start = { from: Math.max(0, position - secondsBefore) }
  if (!loaded || position < loaded.from) return start
  const end = loaded.messages.at(-1)?.position_seconds ?? loaded.from
  if (loaded.cursor === null || position < end - secondsAhead) return null
  // After a seek far ahead, the messages in between are skipped.
  if (position > end + secondsBefore) return start
  return { from: loaded.from, cursor: loaded.cursor }
}
