/** What a form of the settings was answered: nothing yet, yes, or no with the reasons by field and what was typed. */
export interface SettingsFormResult {
  done?: boolean
  problem?: { title: string; detail: string } | undefined
  errors: Partial<Record<string, string>>
  typed: Record<string, string> | undefined
  /** Something was asked once: sent again, it is meant. */
  asked?: boolean
}
