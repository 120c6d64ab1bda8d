import type { Chore } from '../platform/queue.ts'
import { confirmWorker } from './confirm.ts'
import { sweepGuesses } from './guesses.ts'
import { resetWorker } from './reset-password.ts'
import { linkWorker } from './sign-in-link.ts'
import { sweepSignIns } from './sweep.ts'

export const accountWorkers = [confirmWorker, linkWorker, resetWorker]

export const accountChores: Chore[] = [
  { name: 'sweep-sign-ins', cron: '23 * * * *', run: sweepSignIns },
  { name: 'sweep-guesses', cron: '*/10 * * * *', run: sweepGuesses },
]
