import { type RefObject, useEffect } from 'react'

/**
 * After a refusal the first field that is wrong has the focus and is in sight: on a phone it may be screens above the button.
 * `answer` must be the same object until the next sending.
 */
export function useFocusFirstInvalidField(form: RefObject<HTMLFormElement | null>, answer: unknown) {
  useEffect(() => {
    const field = answer ? form.current?.querySelector<HTMLElement>('[aria-invalid="true"]') : undefined
    field?.focus({ preventScroll: true })
    field?.scrollIntoView({ block: 'center' })
  }, [form, answer])
}
