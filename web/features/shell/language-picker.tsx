import { useLocation } from 'react-router'
import { currentLocale } from '#i18n/current-locale.ts'
import { languageNames, languages } from '#i18n/locales.ts'
import { pagePaths } from '#web/paths.ts'
import { Chip } from '#web/ui/controls/chip.tsx'
import { footerMessages } from '#web/messages/site/footer.ts'

/** The language menu in the footer: a form that works without JavaScript and reloads the page. */
export function LanguagePicker() {
  const { pathname, search } = useLocation()
  const current = currentLocale()
  return (
    <form
      method="post"
      action={pagePaths.language}
      className="chips mt-4"
      aria-label={footerMessages.language}
    >
      <input type="hidden" name="next" value={pathname + search} />
      {languages.map((language) => (
        <Chip
          key={language}
          type="submit"
          name="language"
          value={language}
          lang={language}
          pressed={language === current}
        >
          {languageNames[language]}
        </Chip>
      ))}
    </form>
  )
}
