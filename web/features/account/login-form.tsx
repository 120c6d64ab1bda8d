import { Mail } from 'lucide-react'
import { Form, Link, useNavigation } from 'react-router'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { words as common } from '#web/words/account.ts'
import { words } from '#web/words/login.ts'
import { FormError, FormGood } from './account-page.tsx'
import type { Refused } from './form-answer.ts'
import { PasskeyButton } from './passkeys/passkey-button.tsx'

interface Props {
  answer: Refused | undefined
  arrival: Arrival | undefined
}

/** How somebody came here, where that needs a word. */
export type Arrival = 'confirmed' | 'not_confirmed' | 'not_by_provider'

/** The name of the second button, and what it says when pressed: the same form, without the password. */
export const byLink = { name: 'way', value: 'link' }

export function LoginForm({ answer, arrival }: Props) {
  const sending = useNavigation().formData
  const way = sending?.get(byLink.name)
  const whole = answer && !answer.fields.email
  return (
    <Form method="post" noValidate className="flex flex-col gap-5">
      {arrival && !answer && <Arrived how={arrival} />}
      {whole && <FormError title={common.signInFailed}>{answer.refused.detail}</FormError>}
      <Field
        label={common.email}
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={answer?.values.email}
        error={answer?.fields.email}
      />
      <PasswordField
        label={common.password}
        name="password"
        autoComplete="current-password"
        required
        error={answer?.fields.password}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <Checkbox label={words.remember} name="remember" defaultChecked={answer?.values.remember === 'on'} />
        <Link to={paths.forgot} className="link inline-flex min-h-[44px] items-center">
          {words.forgot}
        </Link>
      </div>
      <Button type="submit" variant="primary" size="large" busy={sending !== undefined && !way}>
        {common.signIn}
      </Button>
      <div className="flex flex-col gap-2">
        <Button type="submit" {...byLink} size="large" busy={way === byLink.value}>
          <Mail aria-hidden="true" /> {words.link}
        </Button>
        <p className="field-hint">{words.linkHint}</p>
      </div>
      <PasskeyButton />
    </Form>
  )
}

function Arrived({ how }: { how: Arrival }) {
  if (how === 'confirmed') return <FormGood>{words.arrival.confirmed}</FormGood>
  return <FormError title={common.signInFailed}>{words.arrival[how]}</FormError>
}
