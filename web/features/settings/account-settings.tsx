import { type ReactNode, useEffect } from 'react'
import type { OwnProfile } from '#contract/people/profiles.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { accountSettingsMessages } from '#web/messages/dashboard/account-settings.ts'
import type { SettingsFormResult } from './settings-form-result.ts'
import { SettingsCard } from './settings-card.tsx'
import { DangerZone } from './danger-zone.tsx'
import { DataAndDevicesCard, SignInSettingsCard, WatchHistoryCard } from './settings-link-cards.tsx'
import { FollowersAndBlocksCard } from './followers-and-blocks-card.tsx'
import { LanguageCard } from './language-card.tsx'
import { AvatarForm } from './avatar-form.tsx'
import { ProfileForm } from './profile-form.tsx'

interface Props {
  /** The user's profile, or null if the server could not load it. */
  profile: OwnProfile | null
  answerTo: (intent: string) => SettingsFormResult
  /** The error message to show if the profile could not be loaded. */
  loadError: ReactNode
  /** The form for changing the password. */
  password: ReactNode
  /** The safety settings that users can change themselves. */
  safety: ReactNode
  isScheduledForDeletion: boolean
}

/** The account settings on the dashboard (specification, section 2: Account settings). */
export function AccountSettings({
  profile,
  answerTo,
  loadError,
  password,
  safety,
  isScheduledForDeletion,
}: Props) {
  useEffect(() => {
    if (!profile) showToast.error(accountSettingsMessages.error, accountSettingsMessages.errorText)
  }, [profile])
  const photo = [answerTo('avatar'), answerTo('remove-avatar')].find(({ problem }) => problem)
  return (
    <section
      id="settings"
      aria-labelledby="settings-title"
      data-of="profile safety account"
      className="flex scroll-mt-24 flex-col gap-4"
    >
      <h2 id="settings-title" className="text-40">
        {accountSettingsMessages.title}
      </h2>
      <div data-of="profile" className="flex flex-col gap-4">
        {!profile && loadError}
        {profile && (
          <SettingsCard id="profile-title" title={accountSettingsMessages.profile}>
            <div className="mt-5 flex flex-col gap-7">
              <AvatarForm
                name={profile.display_name || profile.username}
                of={profile.username}
                src={profile.avatar_url}
                error={photo?.problem?.detail}
              />
              <ProfileForm profile={profile} answer={answerTo('profile')} />
            </div>
          </SettingsCard>
        )}
        <FollowersAndBlocksCard />
      </div>
      <div data-of="safety">{safety}</div>
      <div id="account" data-of="account" className="flex scroll-mt-24 flex-col gap-4">
        {password}
        <LanguageCard />
        <SignInSettingsCard />
        <WatchHistoryCard />
        <DataAndDevicesCard />
        {!isScheduledForDeletion && <DangerZone />}
      </div>
    </section>
  )
}
