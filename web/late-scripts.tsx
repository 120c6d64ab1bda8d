import { Children, cloneElement, Fragment, isValidElement, type ReactElement, type ReactNode } from 'react'
import { Scripts as useScripts } from 'react-router'

/**
 * React Router's scripts, fetched behind what is seen: it announces forty files at the priority of styles, and on a thin line the picture of
 * the page came after all of them. The component is called as the hook that it is, because it lets nobody at its links.
 */
export function LateScripts() {
  return <>{later(useScripts({}))}</>
}

function later(node: ReactNode): ReactNode {
  return Children.map(node, (child) => {
    if (!isValidElement(child)) return child
    if (child.type === 'link')
      return cloneElement(child as ReactElement<{ fetchPriority?: string }>, { fetchPriority: 'low' })
    if (child.type !== Fragment) return child
    return <>{later((child as ReactElement<{ children?: ReactNode }>).props.children)}</>
  })
}
