import { ShieldCheck } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { Form, Link, useNavigation, useSubmit } from 'react-router'
import { contactSubjects, type ContactTopic, deleteSubject, messageMax } from '#contract/contact.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { useFirstWrong } from '#web/ui/first-wrong.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { words } from '#web/words/contact.ts'
import { DeleteQuestion } from './delete-question.tsx'

interface Props {
  values: Record<string, string>
  errors: Partial<Record<string, string>>
  topic: ContactTopic | undefined
  signedIn: boolean
  /** The sign-in is too old to delete the account without the password. */
  needsPassword: boolean
  /** The account is booked for deletion already. */
  leaving: boolean
}

export function ContactForm({ values, errors, topic, signedIn, needsPassword, leaving }: Props) {
  const busy = useNavigation().formData !== undefined
  const form = useRef<HTMLFormElement>(null)
  useFirstWrong(form, errors)
  const submit = useSubmit()
  const [subject, setSubject] = useState(values.subject)
  const [asking, setAsking] = useState(false)
  // We know who they are: nothing of theirs is asked for again.
  const isOwnDeletion = signedIn && subject === deleteSubject
  // What is not complete goes to the server for its words; only what could be sent is asked about.
  const ask = (event: FormEvent) => {
    if (subject !== deleteSubject || !form.current?.checkValidity()) return
    event.preventDefault()
    setAsking(true)
  }
  const sendConfirmed = () => {
    setAsking(false)
    const filled = new FormData(form.current!)
    filled.set('confirmed', 'yes')
    void submit(filled, { method: 'post', preventScrollReset: true })
  }
  return (
    <>
      {topic && <TopicNote topic={topic} />}
      <Form ref={form} method="post" noValidate onSubmit={ask} className="flex flex-col gap-5">
        <input type="hidden" name="topic" value={values.topic} />
        {!isOwnDeletion && <Writer values={values} errors={errors} />}
        <Select
          label={words.subject}
          name="subject"
          defaultValue={values.subject || contactSubjects[0]}
          error={errors.subject}
          onChange={(event) => setSubject(event.target.value)}
        >
          {contactSubjects.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
        {subject === deleteSubject && <DeleteNote signedIn={signedIn} leaving={leaving} />}
        {isOwnDeletion && <KnownWriter values={values} />}
        {isOwnDeletion && (needsPassword || errors.current_password) && (
          <PasswordField
            label={words.delete.password}
            name="current_password"
            autoComplete="current-password"
            required
            hint={words.delete.passwordHint}
            error={errors.current_password}
            className={errors.current_password ? undefined : 'needs-js'}
          />
        )}
        {/* Without script the question comes first, and the password after it. */}
        {errors.current_password && <input type="hidden" name="confirmed" value="yes" />}
        <TextArea
          label={words.message}
          name="message"
          rows={6}
          maxLength={messageMax}
          required
          defaultValue={values.message}
          error={errors.message}
        />
        <Trap value={values.website} error={errors.website} />
        <Button type="submit" variant="primary" size="large" busy={busy} className="self-start">
          {isOwnDeletion ? words.delete.send : words.send}
        </Button>
      </Form>
      <DeleteQuestion
        open={asking}
        signedIn={signedIn}
        onConfirm={sendConfirmed}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}

function Writer({ values, errors }: Pick<Props, 'values' | 'errors'>) {
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field
          label={words.firstName}
          name="firstName"
          autoComplete="given-name"
          maxLength={60}
          required
          defaultValue={values.firstName}
          error={errors.firstName}
        />
        <Field
          label={words.lastName}
          name="lastName"
          autoComplete="family-name"
          maxLength={60}
          required
          defaultValue={values.lastName}
          error={errors.lastName}
        />
      </div>
      <Field
        label={words.email}
        name="email"
        type="email"
        autoComplete="email"
        required
        hint={words.emailHint}
        defaultValue={values.email}
        error={errors.email}
      />
    </>
  )
}

/** The specification's fields, as the account has them. */
function KnownWriter({ values }: Pick<Props, 'values'>) {
  const { firstName = '', lastName = '', email = '', username = '' } = values
  return (
    <>
      <p>{words.delete.account(username, email)}</p>
      <input type="hidden" name="firstName" value={firstName} />
      <input type="hidden" name="lastName" value={lastName || username} />
      <input type="hidden" name="email" value={email} />
    </>
  )
}

/** Programs fill every field they find. Should a person's browser have filled it, it shows itself with the reason. */
function Trap({ value, error }: { value: string | undefined; error: string | undefined }) {
  if (error)
    return <Field label={words.trap} name="website" autoComplete="off" defaultValue={value} error={error} />
  return (
    <div className="absolute -left-[9999px]" aria-hidden="true">
      <label>
        {words.trap}
        <input type="text" name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}

function TopicNote({ topic }: { topic: ContactTopic }) {
  return (
    <div className="flex gap-3 rounded-card bg-lifted p-4">
      <ShieldCheck className="mt-[2px] size-5 shrink-0 text-hue-ink" aria-hidden="true" />
      <p>
        {words.topics[topic]} <strong className="block">{words.danger}</strong>
      </p>
    </div>
  )
}

function DeleteNote({ signedIn, leaving }: Pick<Props, 'signedIn' | 'leaving'>) {
  const { signedOutHint, signIn, text, already } = words.delete
  if (signedIn) return <p className="rounded-card bg-lifted p-4">{leaving ? already : text}</p>
  return (
    <p className="rounded-card bg-lifted p-4">
      {signedOutHint}{' '}
      <Link to={paths.login(paths.contactAbout('delete-account'))} className="link">
        {signIn}
      </Link>
      .
    </p>
  )
}
