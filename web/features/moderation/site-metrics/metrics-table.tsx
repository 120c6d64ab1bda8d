import type { ReactNode } from 'react'

export function EmptyMetricsBox({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mod-box">
      <h2 className="text-17">{title}</h2>
      <p className="text-quiet">{children}</p>
    </section>
  )
}

/** A table in which the first cell of each row is the row header. */
export function MetricsTable({ title, head, rows }: { title: string; head: string[]; rows: string[][] }) {
  return (
    <section className="mod-box">
      <h2 className="text-17">{title}</h2>
      <table className="figures-sheet">
        <caption className="sr-only">{title}</caption>
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
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td key={head[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
