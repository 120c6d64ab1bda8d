import { Link } from 'react-router'
import type { Site } from '#contract/accounts.ts'
import { paths } from '#web/paths.ts'
import { Logo } from '#web/ui/logo.tsx'
import { words } from '#web/words/footer.ts'
import { footerColumns } from './links.ts'
import { ThemeChoice } from './theme-choice.tsx'

const year = new Date().getFullYear()

/** Link columns, the mailbox, the theme and a copyright line (specification, section 2: Home). */
export function Footer({ site, theme }: { site: Site; theme: 'night' | 'light' | undefined }) {
  return (
    <footer className="footer">
      <div className="footer-inside">
        <div className="footer-about">
          <Link to={paths.home} className="footer-logo">
            <Logo name={site.name} />
          </Link>
          <p className="text-quiet">{words.line}</p>
          <ThemeChoice theme={theme} />
        </div>
        {footerColumns.map(({ name, links }) => (
          <nav key={name} aria-label={words.columns[name]}>
            <h2 className="footer-title">{words.columns[name]}</h2>
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
      <p className="footer-small">{words.copyright(year, site.name)}</p>
    </footer>
  )
}
