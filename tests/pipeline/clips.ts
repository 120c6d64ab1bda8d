import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const kinds = {
  /** Can be cut into segments as it is. */
  mp4: ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '48', '-c:a', 'aac'],
  /** Must be encoded. */
  avi: ['-c:v', 'mpeg4', '-q:v', '6', '-c:a', 'mp3'],
}

/** A film of bars and a tone, made by ffmpeg on the spot. Six seconds of 640 × 360 unless told. */
export async function clip(kind: keyof typeof kinds, seconds = 6, size = '640x360'): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-clip-'))
  const path = join(folder, `clip.${kind}`)
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=24:duration=${seconds}`]
  const sound = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`]
  await run('ffmpeg', ['-v', 'error', ...picture, ...sound, ...kinds[kind], '-shortest', path])
  const bytes = await readFile(path)
  await rm(folder, { recursive: true })
  return bytes
}
