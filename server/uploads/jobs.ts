import type { Chore, Worker } from '../platform/queue.ts'
import { sweepUploads } from './sweep.ts'

export const workers: Worker[] = []

export const chores: Chore[] = [{ name: 'sweep-uploads', cron: '17 * * * *', run: () => sweepUploads() }]
