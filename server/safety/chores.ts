import type { Chore } from '../platform/queue.ts'
import { forgetFirstDays } from './first-day.ts'

export const safetyChores: Chore[] = [{ name: 'forget-first-days', cron: '35 * * * *', run: forgetFirstDays }]
