import { Link } from 'react-router'
import type { SiteInfo } from '#contract/site-info.ts'
import { pagePaths } from '#web/paths.ts'
import { cacheMarkup } from '#web/ui/cache-markup.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { footerMessages } from '#web/messages/site/footer.ts'
import { type FooterLinkColumn, getFooterLinkColumns } from './navigation-links.ts'
import { LanguagePicker } from './language-picker.tsx'
import { ThemePicker } from './theme-picker.tsx'

/**
 * The footer with columns of links, the contact address, the theme picker and a copyright line
 * (specification, section 2: Home).
 */
export function SiteFooter({ site, theme }: { site: SiteInfo; theme: 'night' | 'light' | undefined }) {
  return (
    <footer className="footer">
      <div className="footer-inside">
        <div className="footer-about">
          <Link to={pagePaths.home} className="footer-logo">
            <Logo name={site.name} />
          </Link>
          <p className="text-quiet">{footerMessages.line}</p>
          <ThemePicker theme={theme} />
          <LanguagePicker />
        </div>
        {getFooterLinkColumns().map((column) => (
          <FooterLinks key={column.name} {...column} contact={site.contact} />
        ))}
      </div>
      {/* The year can change between server rendering and rendering in the browser. */}
      <p className="footer-small" suppressHydrationWarning>
        {formatCopyright(site.name)}
      </p>
    </footer>
  )
}

const FooterLinks = cacheMarkup(UncachedFooterLinks)

function UncachedFooterLinks({ name, links, contact }: FooterLinkColumn & { contact: string }) {
  return (
    <nav aria-label={footerMessages.columns[name]}>
      <h2 className="footer-title">{footerMessages.columns[name]}</h2>
      <ul>
        {links.map(({ to, label, document }) => (
          <li key={to}>
            <Link to={to} reloadDocument={document} className="footer-link">
              {label}
            </Link>
          </li>
        ))}
        {name === 'support' && (
          <li>
            <a href={`mailto:${contact}`} className="footer-link">
              {contact}
            </a>
          </li>
        )}
      </ul>
    </nav>
  )
}

function formatCopyright(name: string): string {
  return footerMessages.copyright({ year: new Date().getUTCFullYear(), name })
}
