import { existsSync } from 'node:fs'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { configure } from '#server/platform/config.ts'
import { freshDataDir, startServer } from '#tests/support/server.ts'
import { cast } from '../../bin/demo/cast.ts'
import { clips } from '../../bin/demo/clips.ts'
import { fill } from '../../bin/demo/fill.ts'
import { openLedger } from '../../bin/demo/ledger.ts'
import { openSite } from '../../bin/demo/site.ts'

/** The real server with people and films on it, and the pages of it that are looked at. */
export interface Place {
  url: string
  /** By the name that stands before its figures. */
  pages: Record<PageName, string>
  close(): Promise<void>
}

export type PageName = 'home' | 'category' | 'watch' | 'creator'

/** Some are brief: what a list looks like does not hang on how long its films are. */
const briefly = 5
/** Shown on the watch page and on two lists: 720p as it comes, with its whole ladder. */
const star = clips.find(({ title }) => title === 'Saturday Is a Colour')!
const measure = {
  creators: cast,
  clips: clips.map((clip) => (clip === star ? clip : { ...clip, seconds: Math.min(clip.seconds, briefly) })),
}

/** Fills a new folder as `npm run demo` does, which takes some minutes; or takes one that was filled and kept. */
export async function openPlace(kept: string | undefined): Promise<Place> {
  const dataDir = kept ?? (await freshDataDir())
  if (kept) await mkdir(kept, { recursive: true }).then(() => chmod(kept, 0o755))
  const isNew = !existsSync(join(dataDir, 'files'))
  let server = await startServer({ dataDir, env: { PACE: '0' } })
  try {
    if (isNew) {
      await fillSite(server.url, dataDir)
      // As it is on any other day: nothing that was kept in memory while it was filled.
      await server.stop()
      server = await startServer({ dataDir, env: { PACE: '0' } })
    }
    const { id, username } = await shown(server.url)
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
  configure({ ...process.env, DATA_DIR: dataDir })
  const site = await openSite(url)
  try {
    await fill(site, await openLedger(site.db), measure, (words) => console.log(`    ${words}`))
  } finally {
    await site.close()
  }
}

/** The one film whose page is looked at, found as anybody finds it. */
async function shown(url: string): Promise<{ id: string; username: string }> {
  const answer = await fetch(`${url}/api/content?${new URLSearchParams({ limit: '50' })}`)
  const { items } = (await answer.json()) as {
    items: { id: string; title: string; creator: { username: string } }[]
  }
  const found = items.find(({ title }) => title === star.title)
  if (!found) throw new Error(`"${star.title}" is not on the site`)
  return { id: found.id, username: found.creator.username }
}
