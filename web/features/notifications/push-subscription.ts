import { putPushDevice } from '#contract/push-notifications.ts'
import { callApi } from '#web/api/api-client.ts'

/** Whether this browser gets push notifications. */
export type PushState = 'unsupported' | 'blocked' | 'off' | 'on'

const workerUrl = '/service-worker.js'

function isPushSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/**
 * Returns whether this browser gets push notifications. `isKnown` is true if the server has stored a push
 * subscription for this session.
 */
export async function readPushState(isKnown: boolean): Promise<PushState> {
  if (!isPushSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return isKnown && (await findSubscription()) ? 'on' : 'off'
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

/**
 * Asks for permission to show notifications, and subscribes this browser. Call this function only after the
 * person has pressed a button. If the person denies permission, the returned state is not `on`.
 */
export async function subscribeToPush(publicKey: string): Promise<PushState> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off'
  await navigator.serviceWorker.register(workerUrl)
  const { pushManager } = await navigator.serviceWorker.ready
  // An existing subscription in this browser may belong to another account or may have been created with an
  // old key of the site.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint, keys } = subscription.toJSON()
  await callApi(putPushDevice, {
    body: { endpoint: endpoint!, p256dh: keys!['p256dh']!, auth: keys!['auth']! },
  })
  return 'on'
}

/**
 * Cancels this browser’s subscription at the push service. The caller must remove the device from the
 * account.
 */
export async function unsubscribeFromPush(): Promise<void> {
  await (await findSubscription())?.unsubscribe()
}
