import * as contract from '#contract/contact/contact-inbox.ts'
import {
  assignContactMessage,
  closeContactMessage,
  reopenContactMessage,
} from '#server/contact/inbox/change-contact-message.ts'
import { listContactMessages } from '#server/contact/inbox/list-contact-messages.ts'
import { readContactMessage } from '#server/contact/inbox/read-contact-message.ts'
import { replyToContactMessage } from '#server/contact/inbox/reply-to-contact-message.ts'
import { mountEndpoint } from '#server/platform/http/routes.ts'
import { requireConsoleViewer } from '../console-viewer.ts'

export const consoleContactRoutes = [
  mountEndpoint(contract.listContactMessages, ({ viewer, query }) =>
    listContactMessages(requireConsoleViewer(viewer), query),
  ),
  mountEndpoint(contract.getContactMessage, ({ viewer, params }) =>
    readContactMessage(requireConsoleViewer(viewer), params.id),
  ),
  mountEndpoint(contract.assignContactMessage, ({ viewer, params, body }) =>
    assignContactMessage(requireConsoleViewer(viewer), params.id, body.user_id),
  ),
  mountEndpoint(contract.replyToContactMessage, ({ viewer, params, body }) =>
    replyToContactMessage(requireConsoleViewer(viewer), params.id, body),
  ),
  mountEndpoint(contract.closeContactMessage, ({ viewer, params }) =>
    closeContactMessage(requireConsoleViewer(viewer), params.id),
  ),
  mountEndpoint(contract.reopenContactMessage, ({ viewer, params }) =>
    reopenContactMessage(requireConsoleViewer(viewer), params.id),
  ),
]
