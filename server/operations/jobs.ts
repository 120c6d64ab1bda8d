import type { CronJob } from '#server/platform/queue/queue.ts'
import { deleteOldBackupRuns } from './backup/backup-runs.ts'
import { deleteOldProcessMetrics } from './metrics-page/process-metrics-recorder.ts'
import { deleteOldPlaybackQuality } from './playback-quality/record-playback-report.ts'
import { removeAbandonedFiles } from './sweep/remove-abandoned-files.ts'
import { sweepFiles } from './sweep/sweep-files.ts'

export const operationsCronJobs: CronJob[] = [
  { name: 'sweep-backup-runs', cron: '37 4 * * *', run: deleteOldBackupRuns },
  { name: 'sweep-files', cron: '27 * * * *', run: () => sweepFiles() },
  {
    name: 'sweep-storage-writes',
    cron: '*/10 * * * *',
    run: () => removeAbandonedFiles().then(() => undefined),
  },
  {
    name: 'sweep-process-metrics',
    formerName: 'sweep-minutes',
    cron: '17 * * * *',
    run: deleteOldProcessMetrics,
  },
  { name: 'sweep-playback-quality', cron: '51 * * * *', run: () => deleteOldPlaybackQuality() },
]
