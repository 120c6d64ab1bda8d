import { getOperationAnchor, type ApiOperation } from './openapi-operations.ts'
import { type JsonSchemaNode, formatSchema } from './format-schema.ts'

export function ApiOperationEntry({ operation }: { operation: ApiOperation }) {
  const { method, path, summary, parameters, body, status, answer } = operation
  return (
    <article id={getOperationAnchor(operation)} className="docs-operation">
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
            {parameters.map(({ name, in: location, required, schema }) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td>
                  {location}
                  {!required && ', optional'}
                </td>
                <td>
                  <code>{formatSchema(schema)}</code>
                </td>
                <td>{schema.description}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {body && <SchemaDetails title="Body" schema={body} />}
      {answer ? (
        <SchemaDetails title={`Response ${status}`} schema={answer} />
      ) : (
        <p className="docs-caption">Response {status}, empty</p>
      )}
    </article>
  )
}

function SchemaDetails({ title, schema }: { title: string; schema: JsonSchemaNode }) {
  return (
    <details className="docs-sketch">
      <summary>{title}</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- lets keyboard users scroll horizontally */}
      <pre tabIndex={0}>{formatSchema(schema)}</pre>
    </details>
  )
}
