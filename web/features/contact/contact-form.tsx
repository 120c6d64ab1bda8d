import { ShieldCheck } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { Form, Link, useNavigation, useSubmit } from 'react-router'
import {
  contactSubjects,
  type SafetyContactTopic,
  accountDeletionSubject,
  contactMessageMaxLength,
} from '#contract/contact/contact-form.ts'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField, TextAreaField } from '#web/ui/forms/text-field.tsx'
import { useFocusFirstInvalidField } from '#web/ui/forms/use-focus-first-invalid-field.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { contactPageMessages } from '#web/messages/company/contact.ts'
import { AccountDeletionDialog } from './account-deletion-confirmation.tsx'

interface Props {
  values: Record<string, string>
  errors: Partial<Record<string, string>>
  topic: SafetyContactTopic | undefined
  signedIn: boolean
  /**
   * True if deleting the account requires the password, because the last sign-in was too long ago.
   */
  needsPassword: boolean
  /** True if the account is already scheduled for deletion. */
  isScheduledForDeletion: boolean
}

export function ContactForm({
  values,
  errors,
  topic,
  signedIn,
  needsPassword,
  isScheduledForDeletion,
}: Props) {
  const busy = useNavigation().formData !== undefined
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstInvalidField(form, errors)
  const submit = useSubmit()
  const [subject, setSubject] = useState(values.subject)
  const [isConfirming, setIsConfirming] = useState(false)
  // Signed-in users who delete their account need not enter their account details.
  const isOwnDeletion = signedIn && subject === accountDeletionSubject
  // An incomplete form is submitted without a confirmation dialog, because the server reports the errors.
  const confirmBeforeSubmit = (event: FormEvent) => {
    if (subject !== accountDeletionSubject || !form.current?.checkValidity()) return
    event.preventDefault()
    setIsConfirming(true)
  }
  const sendConfirmed = () => {
    setIsConfirming(false)
    const filled = new FormData(form.current!)
    filled.set('confirmed', 'yes')
    void submit(filled, { method: 'post', preventScrollReset: true })
  }
  return (
    <>
      {topic && <TopicNote topic={topic} />}
      <Form
        ref={form}
        method="post"
        noValidate
        onSubmit={confirmBeforeSubmit}
        className="flex flex-col gap-5"
      >
        <input type="hidden" name="topic" value={values.topic} />
        {!isOwnDeletion && <SenderFields values={values} errors={errors} />}
        <Select
          label={contactPageMessages.subject}
          name="subject"
          defaultValue={values.subject || contactSubjects[0]}
          error={errors.subject}
          onChange={(event) => setSubject(event.target.value)}
        >
          {contactSubjects.map((one) => (
            <option key={one} value={one}>
              {contactPageMessages.subjects[one]}
            </option>
          ))}
        </Select>
        {subject === accountDeletionSubject && (
          <AccountDeletionNote signedIn={signedIn} isScheduledForDeletion={isScheduledForDeletion} />
        )}
        {isOwnDeletion && <SignedInSenderFields values={values} />}
        {isOwnDeletion && (needsPassword || errors.current_password) && (
          <PasswordField
            label={contactPageMessages.delete.password}
            name="current_password"
            autoComplete="current-password"
            required
            hint={contactPageMessages.delete.passwordHint}
            error={errors.current_password}
            className={errors.current_password ? undefined : 'needs-js'}
          />
        )}
        {/* Without JavaScript, the form first asks the user to confirm the account deletion, and then asks
            for the password. */}
        {errors.current_password && <input type="hidden" name="confirmed" value="yes" />}
        <TextAreaField
          label={contactPageMessages.message}
          name="message"
          rows={6}
          maxLength={contactMessageMaxLength}
          required
          defaultValue={values.message}
          error={errors.message}
        />
        <HoneypotField value={values.website} error={errors.website} />
        <Button type="submit" variant="primary" size="large" busy={busy} className="self-start">
          {isOwnDeletion ? contactPageMessages.delete.send : contactPageMessages.send}
        </Button>
      </Form>
      <AccountDeletionDialog
        open={isConfirming}
        signedIn={signedIn}
        onConfirm={sendConfirmed}
        onCancel={() => setIsConfirming(false)}
      />
    </>
  )
}

function SenderFields({ values, errors }: Pick<Props, 'values' | 'errors'>) {
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          label={contactPageMessages.firstName}
          name="firstName"
          autoComplete="given-name"
          maxLength={60}
          required
          defaultValue={values.firstName}
          error={errors.firstName}
        />
        <TextField
          label={contactPageMessages.lastName}
          name="lastName"
          autoComplete="family-name"
          maxLength={60}
          required
          defaultValue={values.lastName}
          error={errors.lastName}
        />
      </div>
      <TextField
        label={contactPageMessages.email}
        name="email"
        type="email"
        autoComplete="email"
        required
        hint={contactPageMessages.emailHint}
        defaultValue={values.email}
        error={errors.email}
      />
    </>
  )
}

/** The contact fields that the specification requires, prefilled from the account. */
function SignedInSenderFields({ values }: Pick<Props, 'values'>) {
  const { firstName = '', lastName = '', email = '', username = '' } = values
  return (
    <>
      <p>{contactPageMessages.delete.account({ username, email })}</p>
      <input type="hidden" name="firstName" value={firstName} />
      <input type="hidden" name="lastName" value={lastName || username} />
      <input type="hidden" name="email" value={email} />
    </>
  )
}

/**
 * A honeypot field. People do not see the honeypot field, but bots fill in every field of a form. If a
 * browser autofills the honeypot field, the field appears with an explanation.
 */
function HoneypotField({ value, error }: { value: string | undefined; error: string | undefined }) {
  if (error)
    return (
      <TextField
        label={contactPageMessages.trap}
        name="website"
        autoComplete="off"
        defaultValue={value}
        error={error}
      />
    )
  return (
    <div className="absolute -start-[9999px]" aria-hidden="true">
      <label>
        {contactPageMessages.trap}
        <input type="text" name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}

function TopicNote({ topic }: { topic: SafetyContactTopic }) {
  return (
    <div className="flex gap-3 rounded-card bg-lifted p-4">
      <ShieldCheck className="mt-[2px] size-5 shrink-0 text-hue-ink" aria-hidden="true" />
      <p>
        {contactPageMessages.topics[topic]} <strong className="block">{contactPageMessages.danger}</strong>
      </p>
    </div>
  )
}

function AccountDeletionNote({
  signedIn,
  isScheduledForDeletion,
}: Pick<Props, 'signedIn' | 'isScheduledForDeletion'>) {
  const { signedOutHint, signIn, text, already } = contactPageMessages.delete
  if (signedIn) return <p className="rounded-card bg-lifted p-4">{isScheduledForDeletion ? already : text}</p>
  return (
    <p className="rounded-card bg-lifted p-4">
      {signedOutHint}{' '}
      <Link to={pagePaths.signIn(pagePaths.contactWithSubject('delete-account'))} className="link">
        {signIn}
      </Link>
      .
    </p>
  )
}
