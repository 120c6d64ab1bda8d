import { useEffect, useState } from 'react'
import { getNotificationPreferences } from '#contract/notifications.ts'
import { getPushSettings } from '#contract/push-notifications.ts'
import { callApi } from '#web/api/api-client.ts'
import { type NotificationSection, pagePaths } from '#web/paths.ts'
import { newVideoNotificationMessages } from '#web/messages/people/new-video-notifications.ts'
import { readPushState } from './push-subscription.ts'

const { destination } = newVideoNotificationMessages

interface Destination {
  text: string
  /** A link to the setting that adds another way to receive notifications. */
  link?: { label: string; to: string }
}

/** The link target until the settings are loaded, and for signed-out visitors. */
const bellOnly: Destination = { text: destination.bell }

/**
 * Returns where the signed-in person receives notifications about new videos. The settings are loaded when
 * `isNeeded` becomes true.
 */
export function useNewVideoNotificationDelivery(isNeeded: boolean): Destination {
  const [found, setFound] = useState(bellOnly)
  useEffect(() => {
    if (!isNeeded) return
    let isCurrent = true
    // If the settings cannot be loaded, the note mentions only the bell.
    void findDestination()
      .catch(() => bellOnly)
      .then((loaded) => isCurrent && setFound(loaded))
    return () => {
      isCurrent = false
    }
  }, [isNeeded])
  return found
}

async function findDestination(): Promise<Destination> {
  const [bellKinds, push] = await Promise.all([
    callApi(getNotificationPreferences, {}),
    callApi(getPushSettings, {}),
  ])
  if (!bellKinds.new_video)
    return { text: destination.nowhere, link: linkTo('bell', destination.turnOnInSettings) }
  if (push.public_key === null) return bellOnly
  const state = await readPushState(push.devices.some(({ is_current }) => is_current))
  if (state === 'unsupported') return bellOnly
  return state === 'on' && push.kinds.new_video
    ? { text: destination.bellAndPush }
    : { ...bellOnly, link: linkTo('push', destination.addPush) }
}

function linkTo(section: NotificationSection, label: string) {
  return { label, to: pagePaths.notificationSettings(section) }
}
