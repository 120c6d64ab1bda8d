import type { ReactNode } from 'react'
import { currentLocale } from '#i18n/current-locale.ts'
import { sourceLocale } from '#i18n/locales.ts'
import { classNames } from '#web/ui/class-names.ts'
import { englishOnlyMessages } from '#web/messages/legal/english-only.ts'

/**
 * A wrapper for content that is available only in English. On pages in other languages, a sentence above the
 * content explains that the content is in English.
 */
export function EnglishOnlyContent({
  noteClassName = '',
  children,
}: {
  noteClassName?: string
  children: ReactNode
}) {
  if (currentLocale() === sourceLocale) return children
  return (
    <>
      <p className={classNames('text-quiet', noteClassName)}>{englishOnlyMessages.note}</p>
      <div lang={sourceLocale} dir="ltr" className="contents">
        {children}
      </div>
    </>
  )
}
