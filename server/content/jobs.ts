import { defineWorker } from '#server/platform/queue/queue.ts'
import { applyAccountVisibility, accountVisibilityJob } from './account-visibility.ts'

export const accountVisibilityWorkers = [defineWorker(accountVisibilityJob, applyAccountVisibility)]
