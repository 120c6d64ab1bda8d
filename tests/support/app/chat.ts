import * as contract from '#contract/broadcasts/chat.ts'
import type { TestUser } from './test-app.ts'

/** Sends a message in the chat of a broadcast. */
export const chat = (who: TestUser, id: string, body: string) =>
  who.call(contract.postChatMessage, { params: { id }, body: { body } })

export const listChat = (who: TestUser, id: string) =>
  who.call(contract.listChatMessages, { params: { id }, query: {} })

/** Returns the texts of the messages that a person sees in a chat, newest first. */
export const listChatTexts = async (who: TestUser, id: string) =>
  (await listChat(who, id)).items.map(({ body }) => body)

export const removeFromChat = (who: TestUser, id: string, message_id: string) =>
  who.call(contract.removeChatMessage, { params: { id, message_id } })
