import { diskFullDuringTranscode } from './disk-full-transcode.ts'
import type { InjectedFault } from './injected-fault.ts'
import { ffmpegFreezeFault, ffmpegKillFault } from './ffmpeg-failure.ts'
import { halfOpenConnections } from './half-open-connections.ts'
import { serverKillFault } from './server-kill.ts'
import { workerKillFault } from './worker-kill.ts'
import { mailOutage } from './mail-outage.ts'
import { postgresRestart } from './postgres-restart.ts'
import { powerLoss } from './power-loss.ts'
import { gracefulShutdown } from './graceful-shutdown.ts'
import { storageOutage } from './storage-outage.ts'
import { diskFullDuringUpload } from './disk-full-upload.ts'
import { zombieWorker } from './zombie-worker.ts'

/** Every fault, in the order in which the faults are injected. */
export const injectedFaults: InjectedFault[] = [
  serverKillFault,
  workerKillFault,
  ffmpegKillFault,
  ffmpegFreezeFault,
  zombieWorker,
  diskFullDuringTranscode,
  diskFullDuringUpload,
  storageOutage,
  powerLoss,
  postgresRestart,
  gracefulShutdown,
  mailOutage,
  halfOpenConnections,
]
