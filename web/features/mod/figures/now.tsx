import type { ReactNode } from 'react'
import type { Figures } from '#contract/figures.ts'
import { bytes } from '#web/ui/bytes.ts'
import { words } from '#web/words/figures.ts'

/** Who has told of themself in the last minutes. */
export function Processes({ processes }: Pick<Figures, 'processes'>) {
  if (processes.length === 0) return <Empty title={words.processes}>{words.noProcess}</Empty>
  return (
    <Sheet
      title={words.processes}
      head={[words.process, words.role, words.lines.cores, words.lines.memory, words.lines.delay]}
      rows={processes.map(({ name, role, cores, memory, delay }) => [
        name,
        words.roles[role],
        words.count(cores),
        bytes(memory),
        words.seconds(delay),
      ])}
    />
  )
}

/** The queues in which something waits. */
export function Queues({ queues }: Pick<Figures, 'queues'>) {
  if (queues.length === 0) return <Empty title={words.queues}>{words.noQueue}</Empty>
  return (
    <Sheet
      title={words.queues}
      head={[words.queue, words.waiting, words.lines.oldest]}
      rows={queues.map(({ queue, waiting, oldest }) => [queue, words.count(waiting), words.seconds(oldest)])}
    />
  )
}

function Empty({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mod-box">
      <h2 className="text-17">{title}</h2>
      <p className="text-quiet">{children}</p>
    </section>
  )
}

/** A table whose first cells name their rows. */
function Sheet({ title, head, rows }: { title: string; head: string[]; rows: string[][] }) {
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
              {cells.map((cell, nth) => (
                <td key={head[nth + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
