/**
 * The result of a settings form: not submitted yet, saved, or rejected. If the form was rejected, the result
 * contains the errors by field name and the submitted values.
 */
export interface SettingsFormResult {
  done?: boolean
  problem?: { title: string; detail: string } | undefined
  errors: Partial<Record<string, string>>
  values: Record<string, string> | undefined
  /**
   * True if the API accepts the change only after a confirmation. Submitting the form a second time confirms
   * the change.
   */
  asked?: boolean
}
