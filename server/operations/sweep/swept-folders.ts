import { mediaFolder } from '../verify/media-folder.ts'
import {
  avatarsFolder,
  dataExportsFolder,
  type StorageFolder,
  uploadsFolder,
} from '../verify/storage-folders.ts'

interface SweptFolder<Row extends { name: string }> extends StorageFolder<Row> {
  /** Whether all files of a name are in a folder with this name. */
  hasFolderPerName: boolean
}

/** The top-level folders of the storage, small ones first. */
export const sweptFolders: SweptFolder<{ name: string }>[] = [
  { ...erase(avatarsFolder), hasFolderPerName: true },
  { ...erase(dataExportsFolder), hasFolderPerName: false },
  { ...erase(uploadsFolder), hasFolderPerName: false },
  { ...erase(mediaFolder), hasFolderPerName: true },
]

/** Each folder only receives the rows that it has read itself. */
function erase<Row extends { name: string }>(place: StorageFolder<Row>): StorageFolder<{ name: string }> {
  return place as unknown as StorageFolder<{ name: string }>
}

/** Splits an owner, such as `media/{playback id}`, into its folder and its name. */
export function findSweptFolder(owner: string): { place: SweptFolder<{ name: string }>; name: string } {
  const place = sweptFolders.find(({ prefix }) => owner.startsWith(`${prefix}/`))
  if (!place) throw new Error('not a folder of the storage')
  return { place, name: owner.slice(place.prefix.length + 1) }
}
