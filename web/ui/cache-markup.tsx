import type { ComponentType, ReactElement } from 'react'

/**
 * Returns the element that `component` renders for these props, from a cache. Returns undefined if it cannot be cached.
 */
export type MarkupCache = <Props extends object>(
  component: ComponentType<Props>,
  props: Props,
) => ReactElement | undefined

let cache: MarkupCache | undefined

/** Sets the cache that the server uses (server-rendering/markup-cache.tsx). Browsers have none. */
export function setMarkupCache(use: MarkupCache | undefined): void {
  cache = use
}

/**
 * Lets the server render a component once for all viewers who get the same props, such as the card of a video. The
 * component must render one element, and may depend only on its props and the locale. Elements and functions other than
 * event handlers (`onClick`) cannot be part of the cached props.
 */
export function cacheMarkup<Props extends object>(Component: ComponentType<Props>): ComponentType<Props> {
  if (!import.meta.env.SSR) return Component
  return function CachedMarkup(props: Props) {
    return cache?.(Component, props) ?? <Component {...props} />
  }
}
