import { cancelDeletion as declared } from '#contract/contact.ts'
import { mount } from '../platform/http/mount.ts'
import { member } from '../platform/http/viewer.ts'
import type { Chore } from '../platform/queue.ts'
import { cancelDeletion } from './book.ts'
import { eraseDue } from './erase.ts'

export const leavingRoutes = [mount(declared, ({ viewer }) => cancelDeletion(member(viewer)))]

export const leavingChores: Chore[] = [{ name: 'erase-accounts', cron: '*/10 * * * *', run: eraseDue }]
