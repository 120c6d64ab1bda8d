import { Form, useNavigation } from 'react-router'
import { blockedWordsMaxLength } from '#contract/engagement/comment-limits.ts'
import { bioMaxLength, displayNameMaxLength } from '#contract/limits.ts'
import type { OwnProfile } from '#contract/people/profiles.ts'
import { OriginalFormValues } from '#web/ui/forms/original-form-values.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { TextField, TextAreaField } from '#web/ui/forms/text-field.tsx'
import { FieldErrorMessage } from '#web/ui/forms/form-field.tsx'
import { parseOriginalFormValues } from '#web/ui/forms/form-changes.ts'
import { accountSettingsMessages } from '#web/messages/dashboard/account-settings.ts'
import type { SettingsFormResult } from './settings-form-result.ts'

/** The form for the name, username, bio and privacy, with one button that saves all of them. */
export function ProfileForm({ profile, answer }: { profile: OwnProfile; answer: SettingsFormResult }) {
  const busy = useNavigation().formData?.get('intent') === 'profile'
  const { errors, values, problem } = answer
  const hidesViews = values ? values.hides_views === 'on' : profile.hides_views
  const isPrivate = values ? values.is_private === 'on' : profile.is_private
  return (
    <Form method="post" noValidate preventScrollReset className="flex flex-col gap-5">
      <OriginalFormValues
        saved={getSavedValues(profile)}
        initial={values && parseOriginalFormValues(values.baseline)}
      />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <TextField
          label={accountSettingsMessages.displayName}
          name="display_name"
          autoComplete="name"
          maxLength={displayNameMaxLength}
          defaultValue={values?.display_name ?? profile.display_name}
          hint={
            profile.may_show_name
              ? undefined
              : accountSettingsMessages.displayNameMinor({ username: profile.username })
          }
          error={errors.display_name}
        />
        <TextField
          label={accountSettingsMessages.username}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          defaultValue={values?.username ?? profile.username}
          hint={getUsernameHint(profile)}
          error={errors.username}
        />
      </div>
      {profile.may_show_name && (
        <DisplayNameModeFieldset chosen={values?.display_name_mode || profile.display_name_mode} />
      )}
      <TextAreaField
        label={accountSettingsMessages.bio}
        optional
        name="bio"
        defaultValue={values?.bio ?? profile.bio}
        hint={
          profile.bio_held
            ? accountSettingsMessages.bioHeld
            : accountSettingsMessages.bioHint({ most: bioMaxLength })
        }
        error={errors.bio}
      />
      <Checkbox
        label={accountSettingsMessages.private}
        name="is_private"
        hint={accountSettingsMessages.privateHint}
        defaultChecked={isPrivate}
      />
      <Checkbox
        label={accountSettingsMessages.hideViews}
        name="hides_views"
        hint={accountSettingsMessages.hideViewsHint}
        defaultChecked={hidesViews}
      />
      <TextAreaField
        label={accountSettingsMessages.blockedWords}
        optional
        name="held_words"
        rows={3}
        defaultValue={values?.held_words ?? profile.held_words}
        hint={accountSettingsMessages.blockedWordsHint({ most: blockedWordsMaxLength })}
        error={errors.held_words}
      />
      {answer.asked && <input type="hidden" name="anyway" value="on" />}
      {problem && Object.keys(errors).length === 0 && <FieldErrorMessage>{problem.detail}</FieldErrorMessage>}
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" name="intent" value="profile" variant="primary" busy={busy}>
          {accountSettingsMessages.save}
        </Button>
        {answer.done && (
          <p aria-live="polite" className="text-15 font-semibold text-good-ink">
            {accountSettingsMessages.savedText}
          </p>
        )}
      </div>
    </Form>
  )
}

function getSavedValues(profile: OwnProfile) {
  const { display_name, display_name_mode, username, bio, is_private, hides_views, held_words } = profile
  const always = { display_name, username, bio, is_private, hides_views, held_words }
  return { ...always, ...(profile.may_show_name && { display_name_mode }) }
}

/**
 * Describes when the user can next change the username: now, or after a number of days (specification,
 * section 2).
 */
function getUsernameHint({ choose_username, username_free_in_days: days }: OwnProfile): string {
  if (choose_username) return accountSettingsMessages.usernameChoose
  return days === 0 ? accountSettingsMessages.usernameNow : accountSettingsMessages.usernameLater({ days })
}

const getModes = () =>
  [
    { value: 'username', label: accountSettingsMessages.asUsername },
    { value: 'full_name', label: accountSettingsMessages.asName },
  ] as const

function DisplayNameModeFieldset({ chosen }: { chosen: string }) {
  return (
    <fieldset className="field">
      <legend className="field-label">{accountSettingsMessages.shownAs}</legend>
      <div className="flex flex-wrap gap-x-6">
        {getModes().map(({ value, label }) => (
          <label key={value} className="flex min-h-[44px] cursor-pointer items-center gap-3">
            <input
              type="radio"
              name="display_name_mode"
              value={value}
              defaultChecked={chosen === value}
              className="size-6 accent-(--focus)"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
