/**
 * The result of a settings form: not submitted yet, saved, or rejected with errors by field and the submitted
 * values.
 */
export interface SettingsFormResult {
  done?: boolean
  problem?: { title: string; detail: string } | undefined
  errors: Partial<Record<string, string>>
  values: Record<string, string> | undefined
  /** True if the API asked for confirmation. Submitting the form again confirms the change. */
  asked?: boolean
}
