import { useState } from 'react'
import { Link } from 'react-router'
import { endBroadcast, type OwnBroadcast } from '#contract/broadcasts/broadcasts.ts'
import { ApiCallError, callApi } from '#web/api/api-client.ts'
import { broadcastingMessages } from '#web/messages/upload/broadcasting.ts'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'

const { running } = broadcastingMessages

/**
 * Offers to end a broadcast that another page has started. Only the page that has started a broadcast can
 * continue it, because a second page would start a new Matroska stream in the middle of the first one.
 */
export function RunningBroadcastNotice({
  broadcast: { id, title },
  onEnded,
}: {
  broadcast: OwnBroadcast
  onEnded: () => void
}) {
  const [isEnding, setIsEnding] = useState(false)
  const end = async () => {
    setIsEnding(true)
    try {
      await callApi(endBroadcast, { params: { id }, body: {} })
      onEnded()
    } catch (thrown) {
      if (!(thrown instanceof ApiCallError)) throw thrown
      showToast.error(thrown.title, thrown.detail)
    } finally {
      setIsEnding(false)
    }
  }
  return (
    <div className="broadcast-notice">
      <h2 className="text-28 font-bold">{running.title}</h2>
      <p>{running.text({ title })}</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" busy={isEnding} onClick={() => void end()}>
          {running.end}
        </Button>
        <Link to={pagePaths.watch(id)} className={getButtonClassName({})}>
          {running.watch}
        </Link>
      </div>
    </div>
  )
}
