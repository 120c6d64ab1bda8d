import { Fragment, type ReactNode } from 'react'
import type { SiteInfo } from '#contract/site-info.ts'
import { EnglishOnlyContent } from '../../layout/english-only-content.tsx'
import { useSiteInfo } from '../../layout/use-site-info.ts'
import './legal-document.css'

/**
 * A section of a legal document. `id` is the section's anchor. Other pages link to this anchor, so keep the
 * anchor when the title of the section changes.
 */
export interface LegalSection {
  id: string
  title: string
  text: (site: SiteInfo) => ReactNode
}

interface LegalDocumentProps {
  title: string
  /** Returns the date on which the document takes effect, as text with a `<time>` element. */
  effectiveDate: ReactNode
  /** The name of the video category whose colour the document uses. */
  hue: string
  /** Returns the bullet points of the summary at the top of the document. */
  getSummary: (site: SiteInfo) => ReactNode[]
  sections: LegalSection[]
}

/**
 * A long document with numbered sections, a table of contents and a summary. A print stylesheet makes the
 * document suitable for printing.
 */
export function LegalDocument({ title, effectiveDate, hue, getSummary, sections }: LegalDocumentProps) {
  const site = useSiteInfo()
  return (
    <article className="page-inside prose-page" data-hue={hue}>
      <header className="poster prose-head">
        <h1>{title}</h1>
        <p>{effectiveDate}</p>
      </header>
      <EnglishOnlyContent>
        <TableOfContents sections={sections} />
        <div className="prose">
          <section className="prose-short" aria-labelledby="in-short">
            <h2 id="in-short">In short</h2>
            <ul>
              {getSummary(site).map((point, index) => (
                <li key={index}>{point}</li>
              ))}
            </ul>
          </section>
          {sections.map(({ id, title: sectionTitle, text }, index) => (
            <Fragment key={id}>
              <h2 id={id} className="prose-chapter">
                {index + 1}. {sectionTitle}
              </h2>
              {text(site)}
            </Fragment>
          ))}
        </div>
      </EnglishOnlyContent>
    </article>
  )
}

function TableOfContents({ sections }: Pick<LegalDocumentProps, 'sections'>) {
  return (
    <nav className="prose-contents" aria-labelledby="prose-contents">
      <p id="prose-contents" className="prose-contents-title">
        On this page
      </p>
      <ol>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/**
 * A link to the site's contact address. A preset subject line helps staff sort the emails that they receive.
 */
export function ContactEmailLink({ site, subject }: { site: SiteInfo; subject?: string }) {
  const query = subject ? `?subject=${encodeURIComponent(subject)}` : ''
  return (
    <a className="link" href={`mailto:${site.contact}${query}`}>
      {site.contact}
    </a>
  )
}

/** A table in which the first cell of each row is the row header. */
export function LegalDocumentTable({
  caption,
  columns,
  rows,
}: {
  caption: string
  columns: string[]
  rows: ReactNode[][]
}) {
  return (
    <table className="prose-facts">
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells], index) => (
          <tr key={index}>
            <th scope="row">{name}</th>
            {cells.map((cell, column) => (
              <td key={columns[column + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
