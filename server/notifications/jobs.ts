import { type Chore, worker } from '../platform/queue.ts'
import { make } from './make.ts'
import { sweepNotifications } from './notifications.ts'
import { ring } from './ring.ts'

export const notificationWorkers = [worker(ring, make)]

export const notificationChores: Chore[] = [
  { name: 'sweep-notifications', cron: '41 3 * * *', run: () => sweepNotifications() },
]
