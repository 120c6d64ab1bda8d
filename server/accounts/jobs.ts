import type { Chore } from '../platform/queue.ts'
import { confirmWorker } from './confirm.ts'
import { linkWorker } from './sign-in-link.ts'
import { sweepSignIns } from './sweep.ts'

export const accountWorkers = [confirmWorker, linkWorker]

export const accountChores: Chore[] = [{ name: 'sweep-sign-ins', cron: '23 * * * *', run: sweepSignIns }]
