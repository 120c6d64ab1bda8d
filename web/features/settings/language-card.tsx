import { currentLocale } from '#i18n/current-locale.ts'
import { languageNames, languages } from '#i18n/locales.ts'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { accountSettingsMessages } from '#web/messages/dashboard/account-settings.ts'
import { SettingsCard } from './settings-card.tsx'

/**
 * The setting for the language of the interface and of emails. Submit this form natively, because the whole
 * page must be reloaded with the scripts for the new language.
 */
export function LanguageCard() {
  return (
    <SettingsCard id="language" title={accountSettingsMessages.language.title}>
      <form method="post" action={pagePaths.language} className="mt-5 flex flex-col items-start gap-4">
        <input type="hidden" name="next" value={pagePaths.dashboard} />
        <Select
          label={accountSettingsMessages.language.label}
          hint={accountSettingsMessages.language.hint}
          name="language"
          defaultValue={currentLocale()}
        >
          {languages.map((language) => (
            <option key={language} value={language} lang={language}>
              {languageNames[language]}
            </option>
          ))}
        </Select>
        <Button type="submit">{accountSettingsMessages.language.save}</Button>
      </form>
    </SettingsCard>
  )
}
