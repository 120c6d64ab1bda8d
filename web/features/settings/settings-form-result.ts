/** The result of a settings form: not sent yet, saved, or refused with errors by field and the typed values. */
export interface SettingsFormResult {
  done?: boolean
  problem?: { title: string; detail: string } | undefined
  errors: Partial<Record<string, string>>
  typed: Record<string, string> | undefined
  /** The API asked for confirmation; sending the form again confirms. */
  asked?: boolean
}
