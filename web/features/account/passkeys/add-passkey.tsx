import { type FormEvent, useState } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'
import { passkeys } from '#contract/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { notify, putRight } from '#web/ui/notify.ts'
import { words } from '#web/words/passkeys.ts'
import { FormError } from '../account-page.tsx'
import { CurrentPassword } from '../current-password.tsx'
import { type Refused, textIn } from '../form-answer.ts'
import { intents } from './action.ts'
import { usePasskeysOffered } from './offered.ts'
import { isAboutPassword, troubleIn } from './trouble.ts'

interface Trouble {
  field: 'name' | 'current_password' | undefined
  text: string
}

/** The browser makes it, then the page's action hands it to the API. */
export function AddPasskey({ answer }: { answer: Refused | undefined }) {
  const isOffered = usePasskeysOffered()
  const submit = useSubmit()
  const isSending = useNavigation().formData?.get('intent') === intents.add
  const [isMaking, setMaking] = useState(false)
  const [asksPassword, setAsksPassword] = useState(false)
  const [trouble, setTrouble] = useState<Trouble>()
  if (!isOffered) return <p className="mt-4 text-quiet">{words.notOffered}</p>
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const name = textIn(form, 'name')
    // Before the device is asked, or it would keep one that we refuse.
    if (!name.trim()) return setTrouble({ field: 'name', text: words.nameNeeded })
    setMaking(true)
    setTrouble(undefined)
    try {
      const { makePasskey } = await import('./ceremony.ts')
      const credential = await makePasskey(textIn(form, 'current_password'))
      putRight()
      await submit({ intent: intents.add, name, credential }, { method: 'post' })
    } catch (thrown) {
      const text = troubleIn(thrown)
      const field = isAboutPassword(thrown) ? 'current_password' : undefined
      if (field) setAsksPassword(true)
      setTrouble({ field, text })
      notify.bad(words.failed, text)
    } finally {
      setMaking(false)
    }
  }
  const of = (field: Trouble['field']) => (trouble && trouble.field === field ? trouble.text : undefined)
  return (
    <Form
      method="post"
      noValidate
      onSubmit={add}
      className="mt-4 flex max-w-[420px] flex-col items-start gap-4"
    >
      {trouble && !trouble.field && <FormError title={words.failed}>{trouble.text}</FormError>}
      <Field
        label={words.newName}
        hint={words.nameHint}
        name="name"
        maxLength={passkeys.nameMax}
        required
        autoComplete="off"
        className="w-full"
        error={of('name') ?? answer?.fields.name}
      />
      {asksPassword && <CurrentPassword label={words.current} error={of('current_password')} />}
      <Button type="submit" variant="primary" busy={isMaking || isSending}>
        {words.add}
      </Button>
    </Form>
  )
}
