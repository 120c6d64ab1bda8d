import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { isStorageAllowed } from '#web/browser-storage.ts'
import { offlinePagesMessages } from '#web/messages/site/offline-pages.ts'
import { pagePaths } from '#web/paths.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { PageNotSavedNotice } from './page-not-saved-notice.tsx'
import {
  areOfflinePagesEnabled,
  areOfflinePagesSupported,
  setOfflinePagesEnabled,
} from './offline-pages-setting.ts'
import { saveCurrentPageOffline } from './save-current-page-offline.ts'
import { OfflinePageList } from './offline-page-list.tsx'
import { listOfflinePages, type CachedOfflinePage } from './offline-page-cache.ts'

interface PanelState {
  isSupported: boolean
  hasConsent: boolean
  isOn: boolean
  pages: CachedOfflinePage[]
}

/**
 * Turns offline pages on and off, and lists the saved pages. The list of saved pages is not known before
 * hydration.
 */
export function OfflinePagesPanel({ userId }: { userId: string }) {
  const [state, setState] = useState<PanelState>()
  useEffect(() => void readState().then(setState), [])
  const toggle = async (isOn: boolean) => {
    setState((current) => current && { ...current, isOn })
    await setOfflinePagesEnabled(isOn)
    if (isOn) await saveCurrentPageOffline(pagePaths.home, userId)
    setState(await readState())
  }
  return (
    <>
      <PageNotSavedNotice />
      <p className="max-w-[70ch] text-quiet">{offlinePagesMessages.lead}</p>
      {state && !state.isSupported && <p>{offlinePagesMessages.unsupported}</p>}
      {state?.isSupported && !state.hasConsent && (
        <p>
          {offlinePagesMessages.noConsent}{' '}
          <Link to={pagePaths.cookies}>{offlinePagesMessages.cookieSettings}</Link>
        </p>
      )}
      {state?.isSupported && state.hasConsent && (
        <Checkbox
          label={offlinePagesMessages.setting}
          hint={offlinePagesMessages.settingHint}
          checked={state.isOn}
          onChange={(event) => void toggle(event.target.checked)}
        />
      )}
      {state?.isOn && <OfflinePageList pages={state.pages} />}
      <p className="max-w-[70ch] text-quiet">{offlinePagesMessages.install}</p>
    </>
  )
}

async function readState(): Promise<PanelState> {
  const isSupported = areOfflinePagesSupported()
  return {
    isSupported,
    hasConsent: isStorageAllowed('functional'),
    isOn: areOfflinePagesEnabled(),
    pages: isSupported ? await listOfflinePages() : [],
  }
}
