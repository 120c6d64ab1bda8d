import { setSandboxLogger } from '#media/sandbox/spawn-sandboxed.ts'
import { log } from '#server/platform/log.ts'
import { type CronJob, type JobWorker, defineWorker } from '#server/platform/queue/queue.ts'
import { replacementTranscodingJob, transcodingJob } from '#server/uploads/complete-upload.ts'
import { recordFfmpegMetrics } from './ffmpeg-metrics.ts'
import { encodePieces } from './pieces/encode-pieces.ts'
import { joinPieceGroup } from './pieces/join-piece-group.ts'
import { pieceEncodingJob, pieceJoiningJob } from './pieces/piece-jobs.ts'
import { encodeWhenIdle } from './idle-encoding/encode-when-idle.ts'
import { interruptsIdleWork } from './idle-encoding/foreground-work.ts'
import { idleEncodingJob } from './idle-encoding/idle-encoding-job.ts'
import { deleteKeptOriginals } from './idle-encoding/kept-originals.ts'
import { startIdleEncodings } from './idle-encoding/start-idle-encodings.ts'
import { transcodeReplacement } from './replacements/transcode-replacement.ts'
import { transcodeContent } from './transcode.ts'
import { sweepOldRenditions, sweepWorkFolders } from './sweep-transcodes.ts'

setSandboxLogger((level, line) => log[level](line))
recordFfmpegMetrics()

// Six uploads are processed concurrently. While a job waits for its turn to encode the ladder, it does not
// occupy one of these six slots (transcode.ts).
export const transcodingWorkers: JobWorker[] = [
  defineWorker(transcodingJob, interruptsIdleWork(transcodeContent), 6),
  // A replacement file waits for its turn before any rendition is encoded, because viewers can still watch
  // the current file.
  defineWorker(replacementTranscodingJob, interruptsIdleWork(transcodeReplacement), 2),
  // A piece uses all cores.
  defineWorker(pieceEncodingJob, interruptsIdleWork(encodePieces), 1),
  defineWorker(pieceJoiningJob, interruptsIdleWork(joinPieceGroup), 1),
  defineWorker(idleEncodingJob, encodeWhenIdle, 1),
]

export const transcodingCronJobs: CronJob[] = [
  { name: 'start-idle-encodings', cron: '*/10 * * * *', run: startIdleEncodings },
  { name: 'delete-kept-originals', cron: '47 * * * *', run: () => deleteKeptOriginals() },
  { name: 'sweep-renditions', cron: '37 * * * *', run: () => sweepOldRenditions() },
  {
    name: 'sweep-work-folders',
    formerName: 'sweep-work',
    cron: '*/10 * * * *',
    run: () => sweepWorkFolders(),
  },
]
