import type { ChatMessage, ChatPage } from '#contract/broadcasts/chat.ts'

/** The loaded messages of a chat, oldest first, each once. */
export interface ChatList {
  messages: readonly ChatMessage[]
  /** Removed messages, which an event or response that arrives late must not add again. */
  removedIds: ReadonlySet<string>
  /** The cursor for loading older messages, or null if there are none. */
  cursor: string | null
}

export type ChatListChange =
  /** The newest page, loaded at the start and again when live updates may have been missed. */
  | { kind: 'loaded'; page: Pick<ChatPage, 'items' | 'next_cursor'> }
  | { kind: 'older'; page: Pick<ChatPage, 'items' | 'next_cursor'> }
  | { kind: 'arrived'; message: ChatMessage }
  | { kind: 'left'; id: string }

export const emptyChatList: ChatList = { messages: [], removedIds: new Set(), cursor: null }

/** Older messages than this many are dropped, so that a long broadcast does not fill the memory of the page. */
const maxMessages = 1000

export function chatListReducer(list: ChatList, change: ChatListChange): ChatList {
  switch (change.kind) {
    case 'loaded': {
      const { items, next_cursor: cursor } = change.page
      const known = new Set(list.messages.map(({ id }) => id))
      const isGap = cursor !== null && !items.some(({ id }) => known.has(id))
      // Messages between the known ones and this page were missed. They are loaded with “Older messages”.
      if (list.messages.length === 0 || isGap) return addMessages({ ...list, messages: [], cursor }, items)
      return addMessages(list, items)
    }
    case 'older':
      return addMessages({ ...list, cursor: change.page.next_cursor }, change.page.items)
    case 'arrived':
      return trim(addMessages(list, [change.message]))
    case 'left':
      return {
        ...list,
        messages: list.messages.filter(({ id }) => id !== change.id),
        removedIds: new Set([...list.removedIds, change.id]),
      }
  }
}

/** Adds messages, and replaces known ones, because a held message may have been approved. */
function addMessages(list: ChatList, added: readonly ChatMessage[]): ChatList {
  const byId = new Map(list.messages.map((message) => [message.id, message]))
  for (const message of added) if (!list.removedIds.has(message.id)) byId.set(message.id, message)
  return { ...list, messages: [...byId.values()].toSorted(compareTimes) }
}

function trim(list: ChatList): ChatList {
  if (list.messages.length <= maxMessages) return list
  return { ...list, messages: list.messages.slice(-maxMessages), cursor: null }
}

function compareTimes(a: ChatMessage, b: ChatMessage): number {
  return a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : a.id < b.id ? -1 : 1
}
