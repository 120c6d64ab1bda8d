import { useLocation } from 'react-router'
import { languages } from '#i18n/locales.ts'

/**
 * Links for search engines to the same page in every language (`hreflang`). These links are rendered only on
 * the server.
 */
export function LanguageLinks({ siteUrl }: { siteUrl: string }) {
  const url = new URL(useLocation().pathname.replace(/(.)\/+$/, '$1'), siteUrl).href
  return (
    <>
      {languages.map((language) => (
        <link key={language} rel="alternate" hrefLang={language} href={`${url}?lang=${language}`} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={url} />
    </>
  )
}
