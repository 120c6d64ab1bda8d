import { Link } from 'react-router'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { accountSettingsMessages } from '#web/messages/dashboard/account-settings.ts'
import { SettingsCard } from './settings-card.tsx'

export function DangerZone() {
  return (
    <SettingsCard id="danger-zone" title={accountSettingsMessages.danger} danger>
      <p className="mt-2 max-w-[70ch] text-quiet">{accountSettingsMessages.dangerText}</p>
      <Link
        to={pagePaths.contactWithSubject('delete-account')}
        className={getButtonClassName({ variant: 'danger' }, 'mt-4')}
      >
        {accountSettingsMessages.delete}
      </Link>
    </SettingsCard>
  )
}
