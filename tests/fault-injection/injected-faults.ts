import { broadcastWebKillFault, broadcastWorkerKillFault } from './broadcast-kills.ts'
import {
  broadcastDatabaseOutageFault,
  broadcastDiskFullFault,
  broadcastSilentStorageFault,
  broadcastStorageOutageFault,
} from './broadcast-outages.ts'
import { diskFullDuringTranscodeFault } from './disk-full-transcode.ts'
import type { InjectedFault } from './injected-fault.ts'
import { ffmpegFreezeFault, ffmpegKillFault } from './ffmpeg-failure.ts'
import { halfOpenConnectionsFault } from './half-open-connections.ts'
import { serverKillFault } from './server-kill.ts'
import { workerKillFault } from './worker-kill.ts'
import { mailOutageFault } from './mail-outage.ts'
import { postgresRestartFault } from './postgres-restart.ts'
import { longFilmFault } from './long-film/long-film.ts'
import { pieceWorkerKillFault } from './pieces/piece-worker-kill.ts'
import { powerLossFault } from './power-loss.ts'
import { gracefulShutdownFault } from './graceful-shutdown.ts'
import { storageOutageFault } from './storage-outage.ts'
import { diskFullDuringUploadFault } from './disk-full-upload.ts'
import { zombieWorkerFault } from './zombie-worker.ts'

/** Every fault, in the order in which the faults are injected. */
export const injectedFaults: InjectedFault[] = [
  serverKillFault,
  workerKillFault,
  pieceWorkerKillFault,
  ffmpegKillFault,
  ffmpegFreezeFault,
  zombieWorkerFault,
  diskFullDuringTranscodeFault,
  diskFullDuringUploadFault,
  storageOutageFault,
  powerLossFault,
  postgresRestartFault,
  gracefulShutdownFault,
  mailOutageFault,
  halfOpenConnectionsFault,
  broadcastWorkerKillFault,
  broadcastWebKillFault,
  broadcastDatabaseOutageFault,
  broadcastStorageOutageFault,
  broadcastSilentStorageFault,
  broadcastDiskFullFault,
  longFilmFault,
]
