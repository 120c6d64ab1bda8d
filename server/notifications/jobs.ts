import { type Chore, gatheringWorker } from '../platform/queue.ts'
import { makeAll } from './make.ts'
import { sweepNotifications } from './notifications.ts'
import { ring } from './ring.ts'

export const notificationWorkers = [gatheringWorker(ring, makeAll, 100)]

export const notificationChores: Chore[] = [
  { name: 'sweep-notifications', cron: '41 3 * * *', run: () => sweepNotifications() },
]
