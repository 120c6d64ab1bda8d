import type { Browser, Page } from '@playwright/test'
import type { SiteAccess } from '../../processes/test-site.ts'

/**
 * What the stories about broadcasts need from a test. The same stories run on a site with one process, and on a
 * site with two web servers (`npm run test:multi-process`).
 */
export interface BroadcastStory {
  /** The site as each person reaches it. If there are two web servers, people use different ones. */
  sites: Record<'creator' | 'viewer' | 'moderator', SiteAccess>
  /** Opens a browser for a person (browser-test.ts). */
  person(options?: Parameters<Browser['newContext']>[0]): Promise<Page>
  expectedTrouble: RegExp[]
}

/** How a story presents itself on screen. */
export interface StoryScreens {
  /** Distinguishes the titles and usernames of this run from those of other runs on the same site. */
  tag: string
  options?: Parameters<Browser['newContext']>[0]
  /** Checks a screen, and stores a screenshot of it. */
  capture?: (page: Page, screen: string) => Promise<void>
}

/** A story on a site with one process. */
export function onOneSite(
  site: SiteAccess,
  { person, expectedTrouble }: Pick<BroadcastStory, 'person' | 'expectedTrouble'>,
): BroadcastStory {
  return { sites: { creator: site, viewer: site, moderator: site }, person, expectedTrouble }
}
