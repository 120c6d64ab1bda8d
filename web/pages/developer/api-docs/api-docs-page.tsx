import { requestServicesContext } from '#web/api/request-context.ts'
import { pagePaths } from '#web/paths.ts'
import type { Route } from './+types/api-docs-page.ts'
import './api-docs.css'
import {
  type OpenApiPaths,
  groupOperationsByTag,
  getOperationAnchor,
  type ApiOperation,
} from './openapi-operations.ts'
import { ApiOperationEntry } from './api-operation-entry.tsx'
import { apiDocsMessages } from '#web/messages/site/api-docs.ts'
import { EnglishOnlyContent } from '../../layout/english-only-content.tsx'
import { buildPageMeta } from '../../layout/page-meta.ts'
import { useSiteInfo } from '../../layout/use-site-info.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const response = await context.get(requestServicesContext).fetch(pagePaths.openApi, { method: 'GET' })
  return { groups: groupOperationsByTag((await response.json()) as OpenApiPaths) }
}

export function meta(args: Route.MetaArgs) {
  return buildPageMeta(args, apiDocsMessages)
}

/** The API documentation page, which is rendered from the OpenAPI document. */
export default function ApiDocsPage({ loaderData: { groups } }: Route.ComponentProps) {
  const { url } = useSiteInfo()
  return (
    <EnglishOnlyContent noteClassName="page-inside pt-7">
      <div className="page-inside docs">
        <nav className="docs-index" aria-label="Operations">
          {groups.map(([tag, operations]) => (
            <div key={tag}>
              <p className="docs-tag">{tag}</p>
              <ul>
                {operations.map((operation) => (
                  <li key={getOperationAnchor(operation)}>
                    <a href={`#${getOperationAnchor(operation)}`} className="docs-jump">
                      <HttpMethodLabel method={operation.method} /> {operation.path.replace('/api', '')}
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
            Your program can do everything that the pages do, with JSON requests to <code>{url}</code>. The
            session cookie signs you in. Every error has the shape{' '}
            <code>{'{ "error": { "code", "title", "detail" }, "requestId" }'}</code>. For machines, there is{' '}
            <a className="link" href={pagePaths.openApi}>
              openapi.json
            </a>{' '}
            (OpenAPI 3.1).
          </p>
          {groups.map(([tag, operations]) => (
            <section key={tag} aria-label={tag}>
              <h2 className="docs-group">{tag}</h2>
              {operations.map((operation) => (
                <ApiOperationEntry key={getOperationAnchor(operation)} operation={operation} />
              ))}
            </section>
          ))}
        </div>
      </div>
    </EnglishOnlyContent>
  )
}

function HttpMethodLabel({ method }: Pick<ApiOperation, 'method'>) {
  return (
    <span className="docs-method" data-method={method}>
      {method}
    </span>
  )
}
