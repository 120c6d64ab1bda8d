import * as chat from '#contract/broadcasts/chat.ts'
import * as helpers from '#contract/broadcasts/chat-helpers.ts'
import { mountEndpoint, type Route } from '#server/platform/http/routes.ts'
import { requireActiveMember, requireMember } from '#server/platform/http/viewer.ts'
import { addHelper, listOwnHelpers, removeHelper, stopHelping } from './chat-helpers.ts'
import { listChat, listChatReplay } from './list-chat.ts'
import { listRemovals, removeMessage } from './remove-chat-message.ts'
import { sendChatMessage } from './send-chat-message.ts'
import { setSlowMode } from './slow-mode.ts'

export const chatRoutes: Route[] = [
  mountEndpoint(chat.listChatMessages, ({ viewer, params, query }) => listChat(viewer, params.id, query)),
  mountEndpoint(chat.getChatReplay, ({ viewer, params, query }) => listChatReplay(viewer, params.id, query)),
  mountEndpoint(chat.postChatMessage, ({ viewer, params, body }) =>
    sendChatMessage(requireActiveMember(viewer), params.id, body),
  ),
  mountEndpoint(chat.removeChatMessage, ({ viewer, params }) =>
    removeMessage(requireActiveMember(viewer), params.id, params.message_id),
  ),
  mountEndpoint(chat.putChatSettings, ({ viewer, params, body }) =>
    setSlowMode(requireActiveMember(viewer), params.id, body),
  ),
  mountEndpoint(chat.listRemovedChatMessages, ({ viewer, params }) =>
    listRemovals(requireMember(viewer), params.id),
  ),
  mountEndpoint(helpers.listChatHelpers, ({ viewer }) => listOwnHelpers(requireMember(viewer))),
  mountEndpoint(helpers.addChatHelper, ({ viewer, body }) => addHelper(requireActiveMember(viewer), body)),
  mountEndpoint(helpers.removeChatHelper, ({ viewer, params }) =>
    removeHelper(requireMember(viewer), params.id),
  ),
  mountEndpoint(helpers.leaveChatHelpers, ({ viewer, params }) =>
    stopHelping(requireMember(viewer), params.id),
  ),
]
