import { Link } from 'react-router'
import type { SiteInfo } from '#contract/site-info.ts'
import { pagePaths } from '#web/paths.ts'
import { Logo } from '#web/ui/logo.tsx'
import { footerMessages } from '#web/messages/site/footer.ts'
import { getFooterLinkColumns } from './navigation-links.ts'
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
        {getFooterLinkColumns().map(({ name, links }) => (
          <nav key={name} aria-label={footerMessages.columns[name]}>
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
                  <a href={`mailto:${site.contact}`} className="footer-link">
                    {site.contact}
                  </a>
                </li>
              )}
            </ul>
          </nav>
        ))}
      </div>
      {/* The year can change between server rendering and rendering in the browser. */}
      <p className="footer-small" suppressHydrationWarning>
        {formatCopyright(site.name)}
      </p>
    </footer>
  )
}

function formatCopyright(name: string): string {
  return footerMessages.copyright({ year: new Date().getUTCFullYear(), name })
}
