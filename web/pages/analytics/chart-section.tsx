import { type ReactNode, useId } from 'react'
import { analyticsMessages } from '#web/messages/dashboard/analytics.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'

interface ChartSectionProps {
  title: string
  text?: string
  /** The URL at which the table can be downloaded as a CSV file. */
  csv: string
  children: ReactNode
}

/** A section that contains a chart or a table, and a link to the values as a CSV file. */
export function ChartSection({ title, text, csv, children }: ChartSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="analytics-section">
      <h2 id={id} className="text-28">
        {title}
      </h2>
      {text && <p className="text-15 text-quiet">{text}</p>}
      {children}
      <p>
        <a
          href={csv}
          download
          aria-label={analyticsMessages.csvOf({ chart: title })}
          className={getButtonClassName({ size: 'small' })}
        >
          {analyticsMessages.csv}
        </a>
      </p>
    </section>
  )
}

interface FigureTableProps {
  caption: string
  head: string[]
  rows: { key: string; cells: ReactNode[] }[]
}

/**
 * A table in which the first cell of each row is the row header. A long or wide table can be scrolled with
 * the keyboard.
 */
export function AnalyticsDataTable({ caption, head, rows }: FigureTableProps) {
  return (
    <section
      className="analytics-table"
      aria-label={analyticsMessages.tableOf({ chart: caption })}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region needs the focus
      tabIndex={0}
    >
      <table>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...others] }) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {others.map((cell, at) => (
                <td key={head[at + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/**
 * A table that contains the values of a chart. The table with the chart's values opens below the chart and
 * works without JavaScript.
 */
export function ChartDataTable(props: FigureTableProps) {
  return (
    <details className="analytics-values">
      <summary>{analyticsMessages.table}</summary>
      <AnalyticsDataTable {...props} />
    </details>
  )
}
