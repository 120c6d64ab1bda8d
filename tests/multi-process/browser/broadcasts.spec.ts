/*
 * The stories about broadcasts with two web servers and two workers, which share a bucket. The creator uses the first
 * web server, and the viewer uses the second one. `STOP_ROUNDS` is how often a moderator stops a broadcast.
 */
import {
  chatDuringBroadcast,
  moderateChatFromStudio,
} from '#tests/support/browser/broadcast-stories/chat-stories.ts'
import type { BroadcastStory } from '#tests/support/browser/broadcast-stories/broadcast-story.ts'
import {
  continueAfterLostConnection,
  continueFromNewPage,
} from '#tests/support/browser/broadcast-stories/interrupted-broadcast.ts'
import { stopBroadcastOnAir } from '#tests/support/browser/broadcast-stories/stop-broadcast.ts'
import { watchBroadcast } from '#tests/support/browser/broadcast-stories/watch-broadcast.ts'
import { endAllBroadcasts } from '#tests/support/browser/broadcast-chat.ts'
import { broadcastLaunchOptions } from '#tests/support/browser/broadcast-studio.ts'
import { test as base } from '#tests/support/browser/browser-test.ts'
import { createBucket } from '#tests/support/cluster/radosgw.ts'
import { startServerCluster } from '#tests/support/cluster/server-cluster.ts'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'
import type { TestSite } from '#tests/support/processes/test-site.ts'

interface Cluster {
  /** The site as it is reached through each of the web servers. */
  sites: [first: TestSite, second: TestSite]
}

const test = base.extend<{ story: BroadcastStory }, Cluster>({
  sites: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires an object pattern here
    async ({}, use) => {
      const database = await createTestDatabase()
      const bucket = await createBucket(process.env['TEST_APART']!)
      // Rate limits are off, because all people share an address.
      const env = { ...bucket, DATABASE_URL: database.url, LIVE: 'on', PACE: '0' }
      const { webServers, workers, close } = await startServerCluster({ env })
      const [first, second] = webServers.map((server) => {
        const log = () => [...webServers, ...workers].flatMap((one) => one.log)
        const site = { url: server.url, databaseUrl: database.url, close: async () => {} }
        return Object.defineProperty(site, 'log', { get: log }) as Partial<TestSite> as TestSite
      })
      await use([first!, second!])
      await close()
      await database.drop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  server: [async ({ sites }, use) => use(sites[0]), { scope: 'worker' }],
  story: async ({ sites: [first, second], person, expectedTrouble }, use) => {
    await use({ sites: { creator: first, viewer: second, moderator: second }, person, expectedTrouble })
  },
})

test.use({ launchOptions: broadcastLaunchOptions })
test.setTimeout(180_000)
test.beforeEach(({ sites: [site] }) => endAllBroadcasts(site))

test('a broadcast is watched live and later as a recording through another web server', ({ story }) =>
  watchBroadcast(story, { tag: 'watched' }))

test('two people chat through different web servers', ({ story }) =>
  chatDuringBroadcast(story, { tag: 'two' }))

test('a creator and a helper moderate a chat through different web servers', ({ story }) =>
  moderateChatFromStudio(story, { tag: 'studio' }))

test('a broadcast continues from a new page through another web server', ({ story }) =>
  continueFromNewPage(story))

test('no video is lost if the connection of the creator drops', ({ story }) =>
  continueAfterLostConnection(story))

// In every other round, the viewer uses the web server of the creator and not that of the moderator.
for (let round = 1; round <= Number(process.env['STOP_ROUNDS'] ?? 2); round += 1)
  test(`when a moderator stops a broadcast on another web server, viewers receive no further video: round ${round}`, ({
    story,
  }) => {
    const { creator, moderator } = story.sites
    const viewer = round % 2 === 0 ? creator : moderator
    return stopBroadcastOnAir({ ...story, sites: { creator, viewer, moderator } }, { tag: `round_${round}` })
  })
