import { useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { noticeSenderRoles, noticeTextMaxLength } from '#contract/moderation/intimate-image-notices.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { TextField, TextAreaField } from '#web/ui/forms/text-field.tsx'
import { FieldErrorMessage } from '#web/ui/forms/form-field.tsx'
import { useFocusFirstInvalidField } from '#web/ui/forms/use-focus-first-invalid-field.ts'
import { intimateImageNoticeMessages } from '#web/messages/safety/intimate-image-notice.ts'

interface Props {
  answer: { fields: Partial<Record<string, string>>; values: Record<string, string> } | undefined
}

/**
 * The form for reporting an intimate image. The form asks only for the details that staff need in order to
 * respond, and works without JavaScript.
 */
export function IntimateImageNoticeForm({ answer }: Props) {
  const busy = useNavigation().formData !== undefined
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstInvalidField(form, answer)
  const fieldProps = (name: string) => ({
    name,
    defaultValue: answer?.values[name],
    error: answer?.fields[name],
    required: true,
  })
  return (
    <Form ref={form} method="post" noValidate className="flex flex-col gap-5">
      <TextAreaField
        label={intimateImageNoticeMessages.addresses}
        hint={intimateImageNoticeMessages.addressesHint}
        rows={3}
        {...fieldProps('addresses')}
      />
      <OnBehalfOfField chosen={answer?.values['for']} error={answer?.fields['for']} />
      <TextField
        label={intimateImageNoticeMessages.name}
        hint={intimateImageNoticeMessages.nameHint}
        autoComplete="name"
        maxLength={100}
        {...fieldProps('name')}
      />
      <TextField
        label={intimateImageNoticeMessages.email}
        hint={intimateImageNoticeMessages.emailHint}
        type="email"
        autoComplete="email"
        {...fieldProps('email')}
      />
      <TextAreaField
        label={intimateImageNoticeMessages.words}
        hint={intimateImageNoticeMessages.wordsHint}
        rows={3}
        maxLength={noticeTextMaxLength}
        {...fieldProps('words')}
        required={false}
        optional
      />
      <Checkbox
        label={intimateImageNoticeMessages.statement}
        name="statement"
        defaultChecked={answer?.values['statement'] === 'on'}
        error={answer?.fields['statement']}
        required
      />
      <Button type="submit" variant="primary" size="large" busy={busy} className="self-start">
        {intimateImageNoticeMessages.send}
      </Button>
    </Form>
  )
}

function OnBehalfOfField({
  chosen = 'me',
  error,
}: {
  chosen: string | undefined
  error: string | undefined
}) {
  return (
    <fieldset className="field">
      <legend className="field-label">{intimateImageNoticeMessages.for}</legend>
      {noticeSenderRoles.map((value) => (
        <label key={value} className="flex min-h-[44px] cursor-pointer items-center gap-3">
          <input
            type="radio"
            name="for"
            value={value}
            defaultChecked={value === (chosen || 'me')}
            className="size-6 shrink-0 accent-(--focus)"
          />
          {intimateImageNoticeMessages.forWhom[value]}
        </label>
      ))}
      {error && <FieldErrorMessage>{error}</FieldErrorMessage>}
    </fieldset>
  )
}
