import { defineMessages } from '#i18n/define-messages.ts'

/** Errors about the settings that admins change at run time. Part of error-table.ts. */
export const settingsErrors = defineMessages(
  'errors/settings',
  {
    settings_invalid: { status: 422, title: 'Nothing was saved', detail: '{problems}' },
    settings_changed: {
      status: 409,
      title: 'Nothing was saved',
      detail:
        'Another admin changed {settings} in the meantime. Reload to see the new value, then make your change again.',
    },
    settings_file_invalid: {
      status: 422,
      title: 'Nothing was imported',
      detail: 'This isn’t a settings file. Choose a file that was exported from the settings page.',
    },
  } as const,
  ['field', 'when'],
)
