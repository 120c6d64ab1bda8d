import { type RefObject, useEffect } from 'react'

/**
 * Focuses the first invalid field of a rejected form and scrolls to it. On a phone, the field may be several
 * screens above the submit button. `answer` must remain the same object until the form is submitted again,
 * because every new object moves the focus again.
 */
export function useFocusFirstInvalidField(form: RefObject<HTMLFormElement | null>, answer: unknown) {
  useEffect(() => {
    const field = answer ? form.current?.querySelector<HTMLElement>('[aria-invalid="true"]') : undefined
    field?.focus({ preventScroll: true })
    field?.scrollIntoView({ block: 'center' })
  }, [form, answer])
}
