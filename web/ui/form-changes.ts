export type FormValues = Record<string, string | boolean>

export const baselineField = 'baseline'

/**
 * The fields that the person changed: those that differ from what the form was rendered with (`<Baseline>`). A form that
 * sent everything it shows would undo what was saved elsewhere in the meantime: in another tab, or in another section of
 * the same page. Without a baseline an unticked box counts as unchanged, because an absent field must never loosen anything.
 */
export function changedFields<T extends FormValues>(form: FormData, values: T): Partial<T> {
  const baseline = baselineIn(form)
  const changed = Object.entries(values).filter(([name, value]) =>
    name in baseline ? !isSame(baseline[name], value) : value !== false,
  )
  return Object.fromEntries(changed) as Partial<T>
}

/** As the form sends it; a refused form is rendered with it again. */
export function baselineIn(form: FormData): FormValues {
  return Object.assign({}, ...form.getAll(baselineField).map(parseBaseline)) as FormValues
}

export function parseBaseline(text: unknown): FormValues {
  try {
    const parsed: unknown = JSON.parse(String(text))
    return typeof parsed === 'object' && parsed !== null ? (parsed as FormValues) : {}
  } catch {
    return {}
  }
}

/** Forms send line breaks as CRLF. */
export function isSame(a: string | boolean | undefined, b: string | boolean | undefined): boolean {
  return typeof a === 'string' && typeof b === 'string' ? normalized(a) === normalized(b) : a === b
}

function normalized(text: string): string {
  return text.replaceAll('\r\n', '\n').trim()
}

/**
 * What a form shows after its saved values changed elsewhere. Untouched fields follow; text that is being edited stays and
 * keeps its baseline, so it still counts as a change. Boxes always follow: two controls of one setting show one state.
 */
export function follow(
  shown: FormValues,
  baseline: FormValues,
  saved: FormValues,
): { shown: FormValues; baseline: FormValues } {
  const next = { shown: { ...shown }, baseline: { ...baseline } }
  for (const [name, value] of Object.entries(saved)) {
    if (isSame(baseline[name], value)) continue
    const isBeingEdited = !isSame(shown[name], baseline[name]) && !isSame(shown[name], value)
    if (isBeingEdited && typeof value === 'string') continue
    next.baseline[name] = value
    // What was just saved stays as it was typed.
    if (!isSame(shown[name], value)) next.shown[name] = value
  }
  return next
}
