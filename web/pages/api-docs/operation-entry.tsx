import { idOf, type Operation } from './operations.ts'
import { type Schema, sketch } from './sketch.ts'

export function OperationEntry({ operation }: { operation: Operation }) {
  const { method, path, summary, parameters, body, status, answer } = operation
  return (
    <article id={idOf(operation)} className="docs-operation">
      <h3 className="docs-path">
        <span className="docs-method" data-method={method}>
          {method}
        </span>
        <code>{path}</code>
      </h3>
      <p>{summary}</p>
      {parameters.length > 0 && (
        <table className="docs-parameters">
          <caption>Parameters</caption>
          <tbody>
            {parameters.map(({ name, in: place, required, schema }) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td>
                  {place}
                  {!required && ', optional'}
                </td>
                <td>
                  <code>{sketch(schema)}</code>
                </td>
                <td>{schema.description}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {body && <Sketch title="Body" schema={body} />}
      {answer ? (
        <Sketch title={`Answer ${status}`} schema={answer} />
      ) : (
        <p className="docs-caption">Answer {status}, empty</p>
      )}
    </article>
  )
}

function Sketch({ title, schema }: { title: string; schema: Schema }) {
  return (
    <details className="docs-sketch">
      <summary>{title}</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways, by keyboard too */}
      <pre tabIndex={0}>{sketch(schema)}</pre>
    </details>
  )
}
