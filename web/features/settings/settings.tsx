import { type ReactNode, useEffect } from 'react'
import type { OwnProfile } from '#contract/profiles.ts'
import { notify } from '#web/ui/notify.ts'
import { words } from '#web/words/settings.ts'
import type { Answer } from './answer.ts'
import { Card } from './card.tsx'
import { DangerZone } from './danger-zone.tsx'
import { DataLink, SigningInLink } from './data-link.tsx'
import { PeopleCard } from './people-card.tsx'
import { PhotoForm } from './photo-form.tsx'
import { ProfileForm } from './profile-form.tsx'

interface Props {
  /** Null when it could not be read. */
  profile: OwnProfile | null
  answerTo: (intent: string) => Answer
  /** Shown instead of a profile that could not be read. */
  trouble: ReactNode
  /** The form for a new password. */
  password: ReactNode
  /** What one can choose of the safety settings. */
  safety: ReactNode
  leaving: boolean
}

/** The profile section of the dashboard (specification, section 2: Account settings). */
export function Settings({ profile, answerTo, trouble, password, safety, leaving }: Props) {
  useEffect(() => {
    if (!profile) notify.bad(words.error, words.errorText)
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
        {words.title}
      </h2>
      <div data-of="profile" className="flex flex-col gap-4">
        {!profile && trouble}
        {profile && (
          <Card id="profile-title" title={words.profile}>
            <div className="mt-5 flex flex-col gap-7">
              <PhotoForm
                name={profile.display_name || profile.username}
                of={profile.username}
                src={profile.avatar_url}
                error={photo?.problem?.detail}
              />
              <ProfileForm profile={profile} answer={answerTo('profile')} />
            </div>
          </Card>
        )}
        <PeopleCard />
      </div>
      <div data-of="safety">{safety}</div>
      <div id="account" data-of="account" className="flex scroll-mt-24 flex-col gap-4">
        {password}
        <SigningInLink />
        <DataLink />
        {!leaving && <DangerZone />}
      </div>
    </section>
  )
}
