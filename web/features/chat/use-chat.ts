import { useEffect, useEffectEvent, useReducer, useState } from 'react'
import {
  type ChatMessage,
  type ChatPage,
  listChatMessages,
  postChatMessage,
  removeChatMessage,
} from '#contract/broadcasts/chat.ts'
import { putCommentDecision } from '#contract/engagement/comments.ts'
import type { LiveEvents } from '#contract/live-updates.ts'
import { ApiCallError, callApi } from '#web/api/api-client.ts'
import type { LiveUpdateListener } from '#web/api/live-updates.ts'
import { chatMessages } from '#web/messages/watch/chat.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { chatListReducer, emptyChatList } from './chat-list.ts'

/** The set to which a component adds itself to receive the live updates of the page. */
export type LiveUpdateListeners = Set<LiveUpdateListener>

type ChatState = Omit<ChatPage, 'items' | 'next_cursor'>

/** `ask` is a question to which the author must say yes; `wait` is a number of seconds. */
export type SendResult = 'sent' | { ask: string } | { problem: string; wait?: number }

/**
 * Manages the chat of a broadcast: loads it, receives new messages, and sends and removes messages. When the
 * state of the broadcast changes, the chat is loaded again.
 */
export function useChat(contentId: string, listeners: LiveUpdateListeners, broadcastState: string) {
  const [list, change] = useReducer(chatListReducer, emptyChatList)
  const [state, setState] = useState<ChatState | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  /** The newest message that has arrived while the page was open, for screen readers. */
  const [latest, setLatest] = useState<ChatMessage | null>(null)
  const [reloads, setReloads] = useState(0)
  const reload = () => setReloads((count) => count + 1)

  const receive = useEffectEvent<LiveUpdateListener>((name, data) => {
    if (name === 'chat' || name === 'chat_held') {
      const message = data as ChatMessage
      change({ kind: 'arrived', message })
      setLatest(message)
    } else if (name === 'comment_deleted') change({ kind: 'left', id: (data as { id: string }).id })
    else if (name === 'chat_settings')
      setState((now) => now && { ...now, ...(data as LiveEvents['chat_settings']), wait_seconds: 0 })
    else if (name === 'reset') reload()
  })
  useEffect(() => {
    const listener: LiveUpdateListener = (name, data) => receive(name, data)
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [listeners])

  useEffect(() => {
    let isCurrent = true
    callApi(listChatMessages, { params: { id: contentId }, query: {} }).then(
      ({ items, next_cursor, ...rights }) => {
        if (!isCurrent) return undefined
        change({ kind: 'loaded', page: { items, next_cursor } })
        setState(rights)
        return setHasFailed(false)
      },
      () => isCurrent && setHasFailed(true),
    )
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the chat is loaded again when they change
  }, [contentId, broadcastState, reloads])

  return {
    ...list,
    state,
    hasFailed,
    latest,
    reload,
    async send(body: string, anyway: boolean): Promise<SendResult> {
      try {
        const input = { params: { id: contentId }, body: { body, ...(anyway && { anyway }) } }
        change({ kind: 'arrived', message: await callApi(postChatMessage, input) })
        return 'sent'
      } catch (thrown) {
        if (!(thrown instanceof ApiCallError)) throw thrown
        if (thrown.code === 'comment_ask') return { ask: thrown.detail }
        if (thrown.code === 'chat_ended') reload()
        const wait = thrown.code === 'chat_slow_mode' && thrown.retryAfter
        return { problem: thrown.detail, ...(wait && { wait }) }
      }
    },
    /** Deletes an own message, or removes one by another person. */
    remove: (id: string) =>
      callOrNotify(chatMessages.notRemoved, async () => {
        await callApi(removeChatMessage, { params: { id: contentId, message_id: id } }).catch(ignoreMissing)
        change({ kind: 'left', id })
      }),
    approve: (message: ChatMessage) =>
      callOrNotify(chatMessages.notApproved, async () => {
        await callApi(putCommentDecision, { params: { id: message.id }, body: { decision: 'approve' } })
        const { held: _, ...approved } = message
        change({ kind: 'arrived', message: approved })
      }),
    loadOlder: () =>
      callOrNotify(chatMessages.olderFailed, async () => {
        const query = { cursor: list.cursor ?? undefined }
        change({ kind: 'older', page: await callApi(listChatMessages, { params: { id: contentId }, query }) })
      }),
  }
}

export type Chat = ReturnType<typeof useChat>

function ignoreMissing(thrown: unknown): void {
  if (!(thrown instanceof ApiCallError) || thrown.status !== 404) throw thrown
}

async function callOrNotify(failure: string, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (thrown) {
    showToast.error(failure, thrown instanceof ApiCallError ? thrown.detail : undefined)
  }
}
