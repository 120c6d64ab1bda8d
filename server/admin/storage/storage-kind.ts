import type { StorageKind } from '#contract/admin/storage.ts'
import { avatarsFolder, dataExportsFolder, uploadsFolder } from '#server/operations/verify/storage-folders.ts'
import { mediaFolder } from '#server/operations/verify/media-folder.ts'

const kindByFolder: Record<string, StorageKind> = {
  [uploadsFolder.prefix]: 'originals',
  [avatarsFolder.prefix]: 'avatars',
  [dataExportsFolder.prefix]: 'exports',
}

/** The folders that are counted. */
export const measuredFolders = [...Object.keys(kindByFolder), mediaFolder.prefix]

/** Returns the kind of a stored file. Storyboards and previews count as images. */
export function storageKindOf(key: string): StorageKind {
  const [folder = '', , attempt, ...below] = key.split('/')
  const kind = kindByFolder[folder]
  if (kind) return kind
  if (folder !== mediaFolder.prefix) return 'other'
  if (attempt === 'live') return 'broadcasts'
  // The segments of a rendition are in a folder below the attempt, and images and the preview are beside it.
  return below.length >= 2 ? 'renditions' : 'images'
}
