import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { getContent } from '#contract/content/content.ts'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { uploadAndAwaitProcessing } from '#tests/support/clients/upload-client.ts'
import { createDataDir, startServerProcess } from '#tests/support/processes/server-process.ts'

const execute = promisify(execFile)

/** A running site with one long video. */
interface LinesSite {
  url: string
  watchPath: string
  /** The URL path of the video's master playlist. */
  playlist: string
  close(): Promise<void>
}

interface Options {
  /** The length of the video in seconds. */
  seconds: number
  /** A video that is repeated until it is long enough. Without it, a test picture with noise is made. */
  clip?: string | undefined
  /** The folder in which the site is stored, so that the next benchmark does not have to encode the video again. */
  data?: string | undefined
}

export async function startLinesSite({ seconds, clip, data }: Options): Promise<LinesSite> {
  const dataDir = data ?? (await createDataDir())
  await mkdir(dataDir, { recursive: true, mode: 0o755 })
  const noted = join(dataDir, 'bench-lines.json')
  const server = await startServerProcess({ dataDir, env: { PACE: '0' } })
  try {
    if (!existsSync(noted)) {
      const path = join(dataDir, 'bench-lines.mp4')
      await makeClip(path, seconds, clip)
      console.log(`encoding ${seconds} s of video …`)
      const member = await signUpOverHttp(server.url, 'lines', 19)
      const { contentId } = await uploadAndAwaitProcessing(member, {
        path,
        fileName: 'lines.mp4',
        title: 'Lines',
        by: 'tus',
      })
      await writeFile(noted, JSON.stringify({ contentId, seconds }))
      await rm(path)
    }
    const { contentId, seconds: stored } = JSON.parse(await readFile(noted, 'utf8')) as {
      contentId: string
      seconds: number
    }
    if (stored < seconds) throw new Error(`The video in ${dataDir} has only ${stored} s. Delete the folder.`)
    const response = await fetch(`${server.url}${getContent.path.replace('{id}', contentId)}`)
    const { stream_url: playlist } = (await response.json()) as { stream_url: string }
    return {
      url: server.url,
      watchPath: `/watch/${contentId}`,
      playlist: new URL(playlist, server.url).pathname,
      async close() {
        await server.stop()
        if (!data) await rm(dataDir, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function makeClip(path: string, seconds: number, clip: string | undefined): Promise<void> {
  const length = ['-t', String(seconds)]
  if (clip)
    return void (await execute('ffmpeg', [
      '-v',
      'error',
      '-stream_loop',
      '-1',
      '-i',
      clip,
      ...length,
      '-c',
      'copy',
      path,
    ]))
  const picture = `testsrc2=size=1280x720:rate=30:duration=${seconds},noise=alls=8:allf=t`
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', `sine=frequency=330:duration=${seconds}`]
  const encoder = '-c:v libx264 -preset ultrafast -crf 23 -pix_fmt yuv420p -g 120 -c:a aac'.split(' ')
  await execute('ffmpeg', ['-v', 'error', ...inputs, ...encoder, path])
}
