import { diskFull } from './disk-full.ts'
import type { Fault } from './fault.ts'
import { freezeFfmpeg, killFfmpeg } from './ffmpeg.ts'
import { halfOpen } from './half-open.ts'
import { killServer } from './kill-server.ts'
import { killWorker } from './kill-worker.ts'
import { mail } from './mail.ts'
import { postgres } from './postgres.ts'
import { powerCut } from './power-cut.ts'
import { sigterm } from './sigterm.ts'
import { storageAway } from './storage.ts'
import { uploadFull } from './disk-full-upload.ts'
import { zombie } from './zombie.ts'

/** Every fault, in the order in which they happen. */
export const faults: Fault[] = [
  killServer,
  killWorker,
  killFfmpeg,
  freezeFfmpeg,
  zombie,
  diskFull,
  uploadFull,
  storageAway,
  powerCut,
  postgres,
  sigterm,
  mail,
  halfOpen,
]
