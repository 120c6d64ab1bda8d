import { getOfflinePageCacheName, parseOfflinePageCacheName } from '#web/browser-storage.ts'
import { pagePaths } from '#web/paths.ts'

/** A page that can be opened without a connection. */
export interface CachedOfflinePage {
  path: string
  title: string
  savedAt: Date
}

/**
 * The maximum number of list pages that this browser saves for offline use. When one more list page is saved,
 * the oldest one is deleted.
 */
const maxSavedPages = 12
/** The minimum time between two saves of the same list page, in milliseconds. */
const freshForMs = 10 * 60_000
/**
 * The service worker (`public/service-worker.js`) does not show saved pages that are older than this limit.
 */
const savedPageMaxAgeMs = 7 * 24 * 3600_000

const maxWaitForImagesMs = 20_000

/** The content of a saved page depends on the cookies, but cached requests do not contain cookies. */
const ignoreVary = { ignoreVary: true }
const assetUrl = /\/assets\/[\w.-]+\.(?:js|css|woff2)/g

/**
 * Saves a page for offline use, with its scripts, its styles and the images that the browser is currently
 * showing. Each page has its own cache, so deleting the cache deletes everything that belongs to the page.
 * Does not save the page again if it was saved recently, or if the server answers with an error or a
 * redirect. Throws an error if the server is unreachable.
 */
export async function savePageOffline(path: string, userId: string): Promise<void> {
  const cache = await caches.open(getOfflinePageCacheName(userId, path))
  const earlier = await cache.match(path, ignoreVary)
  if (earlier && Date.now() - getSavedAt(earlier).getTime() < freshForMs) return
  const page = await fetch(path, { headers: { accept: 'text/html' } })
  if (!page.ok || page.redirected) return
  const html = await page.clone().text()
  const images = await loadShownImages(path)
  const files = new Set([...(html.match(assetUrl) ?? []), ...getLoadedAssets(), ...images])
  await Promise.allSettled([...files].map((url) => addIfMissing(cache, url)))
  await cache.put(path, page)
  await deleteFilesOfEarlierVersion(cache, path, files)
}

/**
 * Deletes saved pages that are too old. If more than twelve list pages are saved, the oldest ones are deleted
 * too.
 */
export async function deleteOldOfflinePages(): Promise<void> {
  for (const name of await caches.keys()) {
    const key = parseOfflinePageCacheName(name)
    const saved = key && (await (await caches.open(name)).match(key.path, ignoreVary))
    if (saved && isExpired(saved)) await caches.delete(name)
  }
  for (const { path, userId } of (await listOfflinePages()).slice(maxSavedPages))
    await caches.delete(getOfflinePageCacheName(userId, path))
}

/** Returns the saved list pages that can still be opened, newest first. */
export async function listOfflinePages(): Promise<(CachedOfflinePage & { userId: string })[]> {
  const pages = await Promise.all(
    (await caches.keys()).map(async (name) => {
      const key = parseOfflinePageCacheName(name)
      const saved = key && (await (await caches.open(name)).match(key.path, ignoreVary))
      if (!saved || key.path === pagePaths.offline) return []
      const savedAt = getSavedAt(saved)
      if (isExpired(saved)) return []
      const { title } = new DOMParser().parseFromString(await saved.text(), 'text/html')
      return [{ ...key, title, savedAt }]
    }),
  )
  return pages.flat().toSorted((one, other) => other.savedAt.getTime() - one.savedAt.getTime())
}

function isExpired(page: Response): boolean {
  return Date.now() - getSavedAt(page).getTime() > savedPageMaxAgeMs
}

function getSavedAt(page: Response): Date {
  return new Date(page.headers.get('date') ?? 0)
}

/** Returns the scripts and styles that this tab has loaded, including those for menus and dialogs. */
function getLoadedAssets(): string[] {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)
}

/**
 * Returns the images on the current page, in the sizes that this browser has chosen. Waits until the images
 * on the screen have loaded, which takes time on a slow connection. Images further down the page are loaded
 * only when the person scrolls to them.
 */
async function loadShownImages(path: string): Promise<string[]> {
  if (path !== location.pathname + location.search) return []
  const images = [...document.images]
  await Promise.race([
    Promise.allSettled(images.filter(isOnScreen).map((image) => image.decode())),
    new Promise((resolve) => setTimeout(resolve, maxWaitForImagesMs)),
  ])
  return images
    .filter(({ complete, currentSrc }) => complete && currentSrc.startsWith(`${location.origin}/`))
    .map(({ currentSrc }) => currentSrc)
}

function isOnScreen(image: HTMLImageElement): boolean {
  const { top, bottom, left, right } = image.getBoundingClientRect()
  return bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
}

async function addIfMissing(cache: Cache, url: string): Promise<void> {
  if (!(await cache.match(url, ignoreVary))) await cache.add(new Request(url, { cache: 'force-cache' }))
}

async function deleteFilesOfEarlierVersion(cache: Cache, path: string, files: Set<string>): Promise<void> {
  const kept = new Set([path, ...files].map((url) => new URL(url, location.origin).href))
  for (const request of await cache.keys()) if (!kept.has(request.url)) await cache.delete(request)
}
