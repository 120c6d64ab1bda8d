import { type RefObject, useEffect } from 'react'

/**
 * Focuses the first invalid field of a rejected form and scrolls it into view, because on a phone it may be
 * several screens above the button. `answer` must be the same object until the next submission.
 */
export function useFocusFirstInvalidField(form: RefObject<HTMLFormElement | null>, answer: unknown) {
  useEffect(() => {
    const field = answer ? form.current?.querySelector<HTMLElement>('[aria-invalid="true"]') : undefined
    field?.focus({ preventScroll: true })
    field?.scrollIntoView({ block: 'center' })
  }, [form, answer])
}
