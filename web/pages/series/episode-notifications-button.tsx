import { Bell, BellRing } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { putEpisodeNotifications, type SeriesDetail } from '#contract/content/series.ts'
import { ApiCallError, callApi } from '#web/api/api-client.ts'
import { useAuth } from '#web/features/auth/auth-provider.tsx'
import { NewVideoNotificationDeliveryNote } from '#web/features/notifications/new-video-notification-delivery.tsx'
import { seriesMessages } from '#web/messages/watch/series.ts'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'

/**
 * A button that turns notifications about new episodes of a series on or off. Signed-out visitors who press
 * the button are asked to sign in.
 */
export function EpisodeNotificationsButton({ series: { id, notifications } }: { series: SeriesDetail }) {
  const { me } = useAuth()
  const navigate = useNavigate()
  const [isOn, setIsOn] = useState(notifications === 'all')
  const [busy, setBusy] = useState(false)
  const toggle = async () => {
    if (!me) return navigate(pagePaths.signIn(pagePaths.series(id)))
    setBusy(true)
    try {
      const wanted = isOn ? 'none' : 'all'
      await callApi(putEpisodeNotifications, { params: { id }, body: { notifications: wanted } })
      setIsOn(!isOn)
      showToast.success(isOn ? seriesMessages.notNotifying : seriesMessages.notifying)
    } catch (thrown) {
      showToast.error(seriesMessages.notifyFailed, thrown instanceof ApiCallError ? thrown.detail : undefined)
    }
    setBusy(false)
  }
  return (
    <div className="needs-js grid basis-full justify-items-start gap-2">
      <Button aria-pressed={isOn} busy={busy} onClick={() => void toggle()}>
        {isOn ? <BellRing fill="currentColor" aria-hidden="true" /> : <Bell aria-hidden="true" />}{' '}
        {seriesMessages.notify}
      </Button>
      <NewVideoNotificationDeliveryNote isOn={isOn && me !== null} />
    </div>
  )
}
