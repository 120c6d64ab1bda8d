import type { Chore } from '../platform/queue.ts'
import { sweepUploads } from './sweep.ts'

export const uploadChores: Chore[] = [
  { name: 'sweep-uploads', cron: '17 * * * *', run: () => sweepUploads() },
]
