import { Link } from 'react-router'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { watchHistoryMessages } from '#web/messages/dashboard/watch-history.ts'
import { dataAndDevicesMessages } from '#web/messages/dashboard/data-and-devices.ts'
import { twoFactorMessages } from '#web/messages/account/two-factor.ts'
import { SettingsCard } from './settings-card.tsx'

/** A card with a link to the two-factor settings. */
export function SignInSettingsCard() {
  return (
    <SettingsCard id="signing-in-link" title={twoFactorMessages.link}>
      <p className="mt-2 max-w-[70ch] text-quiet">{twoFactorMessages.linkText}</p>
      <Link to={pagePaths.signInSettings} className={getButtonClassName({}, 'mt-4')}>
        {twoFactorMessages.link}
      </Link>
    </SettingsCard>
  )
}

/** A card with a link to the data and devices page. */
export function DataAndDevicesCard() {
  return (
    <SettingsCard id="data-link" title={dataAndDevicesMessages.link}>
      <p className="mt-2 max-w-[70ch] text-quiet">{dataAndDevicesMessages.linkText}</p>
      <Link to={pagePaths.dataAndDevices} className={getButtonClassName({}, 'mt-4')}>
        {dataAndDevicesMessages.link}
      </Link>
    </SettingsCard>
  )
}

/** A card that links to the watch history page, where people can turn the history on or off. */
export function WatchHistoryCard() {
  return (
    <SettingsCard id="history-link" title={watchHistoryMessages.link}>
      <p className="mt-2 max-w-[70ch] text-quiet">{watchHistoryMessages.linkText}</p>
      <Link to={pagePaths.history()} className={getButtonClassName({}, 'mt-4')}>
        {watchHistoryMessages.link}
      </Link>
    </SettingsCard>
  )
}
