import { clearOfflinePages, getSettingsStorage } from '#web/browser-storage.ts'

const settingKey = 'offline-pages'
const workerUrl = '/service-worker.js'

/**
 * Whether this browser supports offline pages. Browsers support service workers and caches only over https.
 */
export function areOfflinePagesSupported(): boolean {
  return 'serviceWorker' in navigator && 'caches' in globalThis
}

/**
 * True if this browser saves pages for offline use. Until the person makes a choice, only the installed app
 * saves pages. No page is saved without consent to functional storage.
 */
export function areOfflinePagesEnabled(): boolean {
  const storage = getSettingsStorage()
  if (!storage || !areOfflinePagesSupported()) return false
  const choice = storage.getItem(settingKey)
  return choice ? choice === 'on' : matchMedia('(display-mode: standalone)').matches
}

/** Stores the choice. Turning offline pages off deletes the saved pages. */
export async function setOfflinePagesEnabled(on: boolean): Promise<void> {
  getSettingsStorage()?.setItem(settingKey, on ? 'on' : 'off')
  if (on) await registerOfflineWorker()
  else await clearOfflinePages()
}

/** Registers the service worker, which shows the saved pages. */
export async function registerOfflineWorker(): Promise<void> {
  await navigator.serviceWorker.register(workerUrl)
  await navigator.serviceWorker.ready
}
