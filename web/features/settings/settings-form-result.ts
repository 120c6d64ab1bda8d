/**
 * The result of a settings form: not submitted yet, saved, or rejected. A rejection contains the errors by
 * field and the submitted values.
 */
export interface SettingsFormResult {
  done?: boolean
  problem?: { title: string; detail: string } | undefined
  errors: Partial<Record<string, string>>
  values: Record<string, string> | undefined
  /**
   * True if the API requires confirmation of the change. Submitting the form a second time confirms the
   * change.
   */
  asked?: boolean
}
