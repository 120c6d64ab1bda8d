import { sendMessage } from '#contract/contact.ts'
import { mount } from '../platform/http/mount.ts'
import { send } from './contact.ts'

export const contactRoutes = [mount(sendMessage, ({ viewer, body, address }) => send(viewer, body, address))]
