import { existsSync } from 'node:fs'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { loadConfig } from '#server/platform/config.ts'
import { createDataDir, startServerProcess } from '#tests/support/processes/server-process.ts'
import { demoCreators } from '../../bin/demo/creators.ts'
import { demoClips } from '../../bin/demo/clips.ts'
import { createDemoContent } from '../../bin/demo/create-demo-content.ts'
import { loadOrCreateDemoDataRecord } from '../../bin/demo/demo-data-record.ts'
import { connectToDemoSite } from '../../bin/demo/demo-site.ts'

/** A running server with demo people and videos, and the paths of the pages to measure. */
export interface DemoServer {
  url: string
  /** The path of each measured page, by the page's label. */
  pages: Record<BenchmarkedPage, string>
  close(): Promise<void>
}

export type BenchmarkedPage = 'home' | 'category' | 'watch' | 'creator'

/**
 * The length of most clips in seconds. Most clips can be short, because the layout of a list does not depend
 * on the length of its videos.
 */
const briefSeconds = 5
/**
 * The 720p clip that is shown on the watch page and in two lists. The server remuxes this clip first and then
 * encodes all its renditions.
 */
const starClip = demoClips.find(({ title }) => title === 'Saturday Is a Colour')!
const benchDemoSize = {
  creators: demoCreators,
  clips: demoClips.map((clip) =>
    clip === starClip ? clip : { ...clip, seconds: Math.min(clip.seconds, briefSeconds) },
  ),
}

/**
 * Fills a new data folder with demo content, as `npm run demo` does, or reuses the folder of an earlier run.
 * Filling a new folder takes several minutes.
 */
export async function startDemoServer(kept: string | undefined): Promise<DemoServer> {
  const dataDir = kept ?? (await createDataDir())
  if (kept) await mkdir(kept, { recursive: true }).then(() => chmod(kept, 0o755))
  const isNew = !existsSync(join(dataDir, 'files'))
  let server = await startServerProcess({ dataDir, env: { PACE: '0' } })
  try {
    if (isNew) {
      await fillSite(server.url, dataDir)
      // Restarts the server, because caches filled during the setup would affect the measurements.
      await server.stop()
      server = await startServerProcess({ dataDir, env: { PACE: '0' } })
    }
    const { id, username } = await findStarClip(server.url)
    return {
      url: server.url,
      pages: { home: '/', category: '/music', watch: `/watch/${id}`, creator: `/creator/${username}` },
      close: async () => {
        await server.stop()
        if (!kept) await rm(dataDir, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function fillSite(url: string, dataDir: string): Promise<void> {
  loadConfig({ ...process.env, DATA_DIR: dataDir })
  const site = await connectToDemoSite(url)
  try {
    await createDemoContent(site, await loadOrCreateDemoDataRecord(site.db), benchDemoSize, (words) =>
      console.log(`    ${words}`),
    )
  } finally {
    await site.close()
  }
}

/** Uses the public API to find the video whose watch page is measured. */
async function findStarClip(url: string): Promise<{ id: string; username: string }> {
  const response = await fetch(`${url}/api/content?${new URLSearchParams({ limit: '50' })}`)
  const { items } = (await response.json()) as {
    items: { id: string; title: string; creator: { username: string } }[]
  }
  const found = items.find(({ title }) => title === starClip.title)
  if (!found) throw new Error(`"${starClip.title}" is not on the site`)
  return { id: found.id, username: found.creator.username }
}
