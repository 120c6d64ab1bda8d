import { getUnreadCount } from '#contract/notifications.ts'
import { putTimeZone } from '#contract/wellbeing.ts'
import { callApi } from '#web/api/api-client.ts'

export const fetchUnreadCount = () => callApi(getUnreadCount, {})

/** Stores the time zone in which the quiet hours apply. */
export const sendTimeZone = (time_zone: string) => callApi(putTimeZone, { body: { time_zone } })
