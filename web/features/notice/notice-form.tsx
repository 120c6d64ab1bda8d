import { useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { noticeFor, noticeWordsMax } from '#contract/notices.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { FieldError } from '#web/ui/field-frame.tsx'
import { useFirstWrong } from '#web/ui/first-wrong.ts'
import { words } from '#web/words/notice.ts'

interface Props {
  answer: { fields: Partial<Record<string, string>>; values: Record<string, string> } | undefined
}

/** As few questions as an answer needs. Works without script. */
export function NoticeForm({ answer }: Props) {
  const busy = useNavigation().formData !== undefined
  const form = useRef<HTMLFormElement>(null)
  useFirstWrong(form, answer)
  const told = (name: string) => ({
    name,
    defaultValue: answer?.values[name],
    error: answer?.fields[name],
    required: true,
  })
  return (
    <Form ref={form} method="post" noValidate className="flex flex-col gap-5">
      <TextArea label={words.addresses} hint={words.addressesHint} rows={3} {...told('addresses')} />
      <ForWhom chosen={answer?.values['for']} error={answer?.fields['for']} />
      <Field label={words.name} hint={words.nameHint} autoComplete="name" maxLength={100} {...told('name')} />
      <Field
        label={words.email}
        hint={words.emailHint}
        type="email"
        autoComplete="email"
        {...told('email')}
      />
      <TextArea
        label={words.words}
        hint={words.wordsHint}
        rows={3}
        maxLength={noticeWordsMax}
        {...told('words')}
        required={false}
        optional
      />
      <Checkbox
        label={words.statement}
        name="statement"
        defaultChecked={answer?.values['statement'] === 'on'}
        error={answer?.fields['statement']}
        required
      />
      <Button type="submit" variant="primary" size="large" busy={busy} className="self-start">
        {words.send}
      </Button>
    </Form>
  )
}

function ForWhom({ chosen = 'me', error }: { chosen: string | undefined; error: string | undefined }) {
  return (
    <fieldset className="field">
      <legend className="field-label">{words.for}</legend>
      {noticeFor.map((value) => (
        <label key={value} className="flex min-h-[44px] cursor-pointer items-center gap-3">
          <input
            type="radio"
            name="for"
            value={value}
            defaultChecked={value === (chosen || 'me')}
            className="size-6 shrink-0 accent-(--focus)"
          />
          {words.forWhom[value]}
        </label>
      ))}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}
