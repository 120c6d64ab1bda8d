import { Link } from 'react-router'
import type { Site } from '#contract/accounts.ts'
import { paths } from '#web/paths.ts'
import { Logo } from '#web/ui/logo.tsx'
import { footerColumns } from './links.ts'
import { ThemeChoice } from './theme-choice.tsx'

const year = new Date().getFullYear()

export function Footer({ site, theme }: { site: Site; theme: 'night' | 'light' | undefined }) {
  return (
    <footer className="footer">
      <div className="footer-inside">
        <div className="footer-about">
          <Link to={paths.home} className="footer-logo">
            <Logo name={site.name} />
          </Link>
          <p className="text-quiet">Made by teens, for teens. Loudest after the last bell.</p>
          <ThemeChoice theme={theme} />
        </div>
        {footerColumns
          .filter(({ links }) => links.length > 0)
          .map(({ title, links }) => (
            <nav key={title} aria-label={title}>
              <h2 className="footer-title">{title}</h2>
              <ul>
                {links.map(({ to, label, document }) => (
                  <li key={to}>
                    <Link to={to} reloadDocument={document} className="footer-link">
                      {label}
                    </Link>
                  </li>
                ))}
                {title === 'Support' && (
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
      <p className="footer-small">
        © {year} {site.name}. Open source under the MIT licence.
      </p>
    </footer>
  )
}
