export type FormValues = Record<string, string | boolean>

export const originalValuesFieldName = 'baseline'

/**
 * Returns the fields whose values differ from the values with which the form was rendered
 * (`<OriginalFormValues>`). If the form saved every field, it would overwrite changes that were saved in the
 * meantime in another tab or section of the page. A browser does not submit a cleared checkbox. If the form
 * does not contain the original values, a missing checkbox counts as unchanged, so it never makes a setting
 * less strict.
 */
export function getChangedFields<T extends FormValues>(form: FormData, values: T): Partial<T> {
  const baseline = readOriginalFormValues(form)
  const changed = Object.entries(values).filter(([name, value]) =>
    name in baseline ? !isSameFieldValue(baseline[name], value) : value !== false,
  )
  return Object.fromEntries(changed) as Partial<T>
}

/**
 * Reads the original values from a submitted form. If the server rejects the form, the form is rendered again
 * with the same original values.
 */
export function readOriginalFormValues(form: FormData): FormValues {
  return Object.assign({}, ...form.getAll(originalValuesFieldName).map(parseOriginalFormValues)) as FormValues
}

export function parseOriginalFormValues(text: unknown): FormValues {
  try {
    const parsed: unknown = JSON.parse(String(text))
    return typeof parsed === 'object' && parsed !== null ? (parsed as FormValues) : {}
  } catch {
    return {}
  }
}

/** Forms submit line breaks as CRLF, so CRLF and LF are treated as equal. */
export function isSameFieldValue(a: string | boolean | undefined, b: string | boolean | undefined): boolean {
  return typeof a === 'string' && typeof b === 'string'
    ? normalizeLineBreaks(a) === normalizeLineBreaks(b)
    : a === b
}

function normalizeLineBreaks(text: string): string {
  return text.replaceAll('\r\n', '\n').trim()
}

/**
 * Merges newly saved values into a form. Fields that the user has not touched get the saved values. Text that
 * the user is editing is kept. The field also keeps its original value, so the edited text still counts as a
 * change. Checkboxes always get the saved values, because two controls for the same setting must agree.
 */
export function mergeSavedValues(
  shown: FormValues,
  baseline: FormValues,
  saved: FormValues,
): { values: FormValues; baseline: FormValues } {
  const next = { values: { ...shown }, baseline: { ...baseline } }
  for (const [name, value] of Object.entries(saved)) {
    if (isSameFieldValue(baseline[name], value)) continue
    const isBeingEdited =
      !isSameFieldValue(shown[name], baseline[name]) && !isSameFieldValue(shown[name], value)
    if (isBeingEdited && typeof value === 'string') continue
    next.baseline[name] = value
    // Do not change a field if its text differs from the saved value only in line endings.
    if (!isSameFieldValue(shown[name], value)) next.values[name] = value
  }
  return next
}
