import {
  Children,
  cloneElement,
  Fragment,
  isValidElement,
  type ReactElement,
  type ReactNode,
  useEffect,
} from 'react'
import { Scripts as useScripts } from 'react-router'

/**
 * React Router's scripts, fetched when the page has been painted once: on a thin line its words and its picture came after all of
 * them, and on a quick one the first paint waited while they ran. Whoever sees nothing yet (a tab behind another) gets them at once. A
 * button that is pressed before they run is pressed again when they do. The component is called as the hook that it is, because
 * it lets nobody at what it puts out.
 */
export function DeferredScripts() {
  const { handedOver, files, module } = sortScripts(useScripts({}))
  useEffect(() => {
    const pressed = window.pressedEarly?.()
    delete window.pressedEarly
    pressed?.click()
  }, [])
  return (
    <>
      {handedOver}
      {/* Of a type that no browser runs: `begin` does. */}
      {module && cloneElement(module, { type: 'text/plain', async: undefined })}
      {module && (
        <script nonce={module.props.nonce} data-files={files.join(' ')} suppressHydrationWarning>
          {/* The browser leaves what it finds. */}
          {import.meta.env.SSR ? `(${String(loadScriptsAfterPaint)})()` : ''}
        </script>
      )}
    </>
  )
}

declare global {
  interface Window {
    /** There until the page hears presses by itself. */
    pressedEarly?: () => HTMLElement | undefined
  }
}

type ScriptElement = ReactElement<{ type?: string; nonce?: string; async?: boolean | undefined }>

interface SortedScripts {
  /** What the server hands over: needs no file. */
  handedOver: ReactNode[]
  /** Addresses of all that the page will ask for. */
  files: string[]
  /** What begins it all: imports the modules of the page's routes. */
  module?: ScriptElement
}

function sortScripts(node: ReactNode, into: SortedScripts = { handedOver: [], files: [] }): SortedScripts {
  Children.forEach(node, (child) => {
    if (!isValidElement(child)) return
    const { type, props } = child as ReactElement<{ type?: string; href?: string; children?: ReactNode }>
    if (type === Fragment) sortScripts(props.children, into)
    else if (type === 'link') into.files.push(props.href!)
    else if (props.type === 'module') into.module = child as ScriptElement
    else into.handedOver.push(child)
  })
  return into
}

/** Runs in the browser, in the middle of the page, by its text alone: nothing from around it is known there. */
function loadScriptsAfterPaint(): void {
  const { nonce, dataset, previousElementSibling: written } = document.currentScript!
  let pressed: HTMLElement | undefined
  const hear = ({ target }: Event) => {
    const button = (target as Element).closest('button')
    // What sends a form, or has a link around it, does so by itself.
    pressed = button && !button.form && !button.closest('a') ? button : undefined
  }
  addEventListener('click', hear)
  window.pressedEarly = () => {
    removeEventListener('click', hear)
    return pressed
  }
  const load = () => {
    for (const href of dataset['files']!.split(' '))
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'modulepreload', fetchPriority: 'low', href }),
      )
    const text = written!.textContent
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', nonce, text }))
  }
  // A frame is asked for once its styles are there; what is put off from within it comes when it has been painted.
  if (document.hidden) load()
  else requestAnimationFrame(() => setTimeout(load))
}
