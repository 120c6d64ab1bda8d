import type { LoaderCallbacks, LoaderConfiguration, PlaylistLoaderContext } from 'hls.js/light'
import { removeUnusableVariants } from './av1-variants.ts'
import { HlsPrefetchLoader } from '../hls-prefetch-loader.ts'

/** Creates a loader for playlists that hides renditions in codecs that this device should not play. */
export function createHlsPlaylistLoader(start: string | undefined) {
  return class extends HlsPrefetchLoader {
    override load(
      context: PlaylistLoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<PlaylistLoaderContext>,
    ) {
      if (context.type !== 'manifest') return super.load(context, config, callbacks as never)
      const onSuccess: typeof callbacks.onSuccess = async (response, stats, loaded, details) => {
        const data = await removeUnusableVariants(String(response.data), response.url, start)
        if (!this.isOver) callbacks.onSuccess({ ...response, data }, stats, loaded, details)
      }
      super.load(context, config, { ...callbacks, onSuccess } as never)
    }
  }
}
