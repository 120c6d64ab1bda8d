import { sendContactMessage } from '#contract/contact/contact-form.ts'
import { mountEndpoint } from '#server/platform/http/routes.ts'
import { submitContactMessage } from './contact.ts'

export const contactRoutes = [
  mountEndpoint(sendContactMessage, ({ viewer, body, address }) =>
    submitContactMessage(viewer, body, address),
  ),
]
