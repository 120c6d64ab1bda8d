import { Form, useNavigation } from 'react-router'
import { bioMax, displayNameMax } from '#contract/limits.ts'
import type { OwnProfile } from '#contract/profiles.ts'
import { Baseline } from '#web/ui/baseline.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { FieldError } from '#web/ui/field-frame.tsx'
import { parseBaseline } from '#web/ui/form-changes.ts'
import { words } from '#web/words/settings.ts'
import type { Answer } from './answer.ts'

/** Name, username, bio and privacy, saved together. */
export function ProfileForm({ profile, answer }: { profile: OwnProfile; answer: Answer }) {
  const busy = useNavigation().formData?.get('intent') === 'profile'
  const { errors, typed, problem } = answer
  const hidesViews = typed ? typed.hides_views === 'on' : profile.hides_views
  const isPrivate = typed ? typed.is_private === 'on' : profile.is_private
  return (
    <Form method="post" noValidate preventScrollReset className="flex flex-col gap-5">
      <Baseline saved={savedIn(profile)} initial={typed && parseBaseline(typed.baseline)} />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <Field
          label={words.displayName}
          name="display_name"
          autoComplete="name"
          maxLength={displayNameMax}
          defaultValue={typed?.display_name ?? profile.display_name}
          hint={profile.may_show_name ? undefined : words.displayNameMinor(profile.username)}
          error={errors.display_name}
        />
        <Field
          label={words.username}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          defaultValue={typed?.username ?? profile.username}
          hint={usernameNote(profile)}
          error={errors.username}
        />
      </div>
      {profile.may_show_name && <ShownAs chosen={typed?.display_name_mode || profile.display_name_mode} />}
      <TextArea
        label={words.bio}
        optional
        name="bio"
        defaultValue={typed?.bio ?? profile.bio}
        hint={profile.bio_held ? words.bioHeld : words.bioHint(bioMax)}
        error={errors.bio}
      />
      <Checkbox label={words.private} name="is_private" hint={words.privateHint} defaultChecked={isPrivate} />
      <Checkbox
        label={words.hideViews}
        name="hides_views"
        hint={words.hideViewsHint}
        defaultChecked={hidesViews}
      />
      {answer.asked && <input type="hidden" name="anyway" value="on" />}
      {problem && Object.keys(errors).length === 0 && <FieldError>{problem.detail}</FieldError>}
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" name="intent" value="profile" variant="primary" busy={busy}>
          {words.save}
        </Button>
        {answer.done && (
          <p aria-live="polite" className="text-15 font-semibold text-good-ink">
            {words.savedText}
          </p>
        )}
      </div>
    </Form>
  )
}

function savedIn(profile: OwnProfile) {
  const { display_name, display_name_mode, username, bio, is_private, hides_views, may_show_name } = profile
  return { display_name, username, bio, is_private, hides_views, ...(may_show_name && { display_name_mode }) }
}

/** When the username can be changed next: now, or again in so many days (specification, section 2). */
function usernameNote({ choose_username, username_free_in_days: days }: OwnProfile): string {
  if (choose_username) return words.usernameChoose
  return days === 0 ? words.usernameNow : words.usernameLater(days)
}

const modes = [
  { value: 'username', label: words.asUsername },
  { value: 'full_name', label: words.asName },
] as const

function ShownAs({ chosen }: { chosen: string }) {
  return (
    <fieldset className="field">
      <legend className="field-label">{words.shownAs}</legend>
      <div className="flex flex-wrap gap-x-6">
        {modes.map(({ value, label }) => (
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
