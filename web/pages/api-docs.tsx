import { services } from '#web/api/context.ts'
import { paths } from '#web/paths.ts'
import type { Route } from './+types/api-docs.ts'
import './api-docs/api-docs.css'
import { type Document, groupsOf, idOf, type Operation } from './api-docs/operations.ts'
import { OperationEntry } from './api-docs/operation-entry.tsx'
import { metaOf } from './meta.ts'
import { useSite } from './use-site.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const answer = await context.get(services).fetch(paths.openApi, { method: 'GET' })
  return { groups: groupsOf((await answer.json()) as Document) }
}

export function meta(args: Route.MetaArgs) {
  const description = 'Every call of the programming interface: path, parameters, body and answer.'
  return metaOf(args, { title: 'API', description })
}

/** The contract, readable. Made from the same document that machines read. */
export default function ApiDocsPage({ loaderData: { groups } }: Route.ComponentProps) {
  const { url } = useSite()
  return (
    <div className="page-inside docs">
      <nav className="docs-index" aria-label="Calls">
        {groups.map(([tag, operations]) => (
          <div key={tag}>
            <p className="docs-tag">{tag}</p>
            <ul>
              {operations.map((operation) => (
                <li key={idOf(operation)}>
                  <a href={`#${idOf(operation)}`} className="docs-jump">
                    <Method method={operation.method} /> {operation.path.replace('/api', '')}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className="docs-main">
        <h1>API</h1>
        <p className="docs-intro">
          Everything the pages do, your program can do too: JSON over <code>{url}</code>, signed in by cookie.
          A refusal always has the shape{' '}
          <code>{'{ "error": { "code", "title", "detail" }, "requestId" }'}</code>. Machines read{' '}
          <a className="link" href={paths.openApi}>
            openapi.json
          </a>{' '}
          (OpenAPI 3.1).
        </p>
        {groups.map(([tag, operations]) => (
          <section key={tag} aria-label={tag}>
            <h2 className="docs-group">{tag}</h2>
            {operations.map((operation) => (
              <OperationEntry key={idOf(operation)} operation={operation} />
            ))}
          </section>
        ))}
      </div>
    </div>
  )
}

function Method({ method }: Pick<Operation, 'method'>) {
  return (
    <span className="docs-method" data-method={method}>
      {method}
    </span>
  )
}
