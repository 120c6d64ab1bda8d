import { constants, type StatsFs } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { config } from '#server/platform/config.ts'
import { listMissingEncoders } from '#server/transcoding/media-tools/missing-encoders.ts'
import { isSandboxAvailable } from '#server/transcoding/media-tools/wait-for-sandbox.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

/** Checks that uploads can be decoded in the sandbox, and that ffmpeg contains the encoders that the site uses. */
export async function checkFfmpeg(): Promise<Finding[]> {
  if (!(await isSandboxAvailable()))
    return [
      problem(
        'ffmpeg',
        'The sandbox does not work on this machine, so uploads wait.',
        'Install bubblewrap, and allow user namespaces (docs/operations/install.md, “Sandbox”).',
      ),
    ]
  const missing = await listMissingEncoders()
  if (missing === null)
    return [
      problem(
        'ffmpeg',
        'The programs ffmpeg and ffprobe cannot be started, so no upload is processed.',
        'Install ffmpeg, for example with: apt-get install ffmpeg',
      ),
    ]
  if (missing.length === 0) return [ok('ffmpeg', 'The sandbox works, and ffmpeg has all required encoders.')]
  return [
    problem(
      'ffmpeg',
      `ffmpeg lacks the encoders ${missing.join(', ')}.`,
      'Install the ffmpeg of Debian or Ubuntu, or another build that contains them.',
    ),
  ]
}

type DiskSpace = Pick<StatsFs, 'bsize' | 'blocks' | 'bavail' | 'files' | 'ffree'>

/** Checks that the data folder is writable and has free space. */
export async function checkDisk(read: (path: string) => Promise<DiskSpace> = statfs): Promise<Finding[]> {
  const { dataDir } = config
  try {
    await access(dataDir, constants.W_OK)
  } catch (error) {
    return [
      problem(
        'disk',
        `The data folder ${dataDir} is not writable: ${(error as Error).message}`,
        'Create it with the user that runs the site as its owner, or change DATA_DIR.',
      ),
    ]
  }
  const { bsize, blocks, bavail, files, ffree } = await read(dataDir)
  const free = (bavail * bsize) / 1024 ** 3
  const share = bavail / blocks
  const text = `${free.toFixed(0)} GB (${Math.round(100 * share)} %) are free in ${dataDir}.`
  const advice =
    'Free space, enlarge the disk, or move the files to a bucket (docs/operations/scaling.md, “Scaling”).'
  if (files > 0 && ffree / files < 0.05)
    return [problem('disk', `The disk of ${dataDir} has almost no free inodes for new files.`, advice)]
  if (share < 0.05 || free < 2) return [problem('disk', text, advice)]
  return share < 0.15 ? [warning('disk', text, advice)] : [ok('disk', text)]
}
