import { safetySettingChoices } from '#contract/safety/safety-setting-choices.ts'
import { MenuChoice, MenuChoiceGroup } from '#web/ui/overlays/menu-choice.tsx'
import { watchSessionMessages } from '#web/messages/watch/watch-session.ts'
import { changePlaybackPreferences, usePlaybackPreferences } from './playback-preferences.ts'

/**
 * The options for the time between break reminders, in minutes: shortest first, then 0 for no reminders.
 */
const breakMinuteOptions: readonly number[] = safetySettingChoices.break_minutes

/** Adds two entries to the player's settings menu: autoplay of the next video, and break reminders. */
export default function PlaybackPreferencesMenu({ hasNext }: { hasNext: boolean }) {
  const { playing } = usePlaybackPreferences()
  if (!playing) return null
  const { autoplayNext, breakMinutes } = playing
  return (
    <>
      {hasNext && (
        <MenuChoiceGroup label={watchSessionMessages.nextTitle}>
          <MenuChoice
            box
            checked={autoplayNext}
            onSelect={() => changePlaybackPreferences({ autoplayNext: !autoplayNext }, !autoplayNext)}
          >
            {watchSessionMessages.nextByItself}
          </MenuChoice>
        </MenuChoiceGroup>
      )}
      <MenuChoiceGroup label={watchSessionMessages.breakTitle} grid>
        {breakMinuteOptions.map((minutes) => (
          <MenuChoice
            key={minutes}
            checked={minutes === breakMinutes}
            onSelect={() =>
              changePlaybackPreferences(
                { breakMinutes: minutes },
                breakMinuteOptions.indexOf(minutes) > breakMinuteOptions.indexOf(breakMinutes),
              )
            }
          >
            {watchSessionMessages.breakAfter({ minutes })}
          </MenuChoice>
        ))}
      </MenuChoiceGroup>
    </>
  )
}
