/** What the rows and what the storage know of one thing: an item, a person, an upload, by the name of its place. */
export interface RowFilesPair<Row, File> {
  name: string
  row: Row | undefined
  files: File[]
}

/**
 * Brings rows and files of the same name together. Both come in the order of the names' bytes, as a bucket lists and as
 * `collate "C"` sorts, so that one of each is in memory, whatever their number.
 */
export async function* matchRowsToFiles<Row extends { name: string }, File extends { key: string }>(
  rows: AsyncIterable<Row>,
  files: AsyncIterable<File>,
  nameOf: (key: string) => string,
): AsyncGenerator<RowFilesPair<Row, File>> {
  const left = assertSorted(rows, ({ name }) => name)
  const right = assertSorted(groupFiles(files, nameOf), ({ name }) => name)
  let [row, group] = await Promise.all([left.next(), right.next()])
  while (!row.done || !group.done) {
    const isFirst = group.done || (!row.done && sortKeyOf(row.value.name) <= sortKeyOf(group.value.name))
    const isBoth = isFirst && !group.done && !row.done && row.value.name === group.value.name
    const name = isFirst ? row.value!.name : group.value!.name
    const held = isFirst && !isBoth ? [] : group.value!.files
    yield { name, row: isFirst ? row.value : undefined, files: held }
    if (isBoth || !isFirst) group = await right.next()
    if (isFirst) row = await left.next()
  }
}

interface FileGroup<File> {
  name: string
  files: File[]
}

async function* groupFiles<File extends { key: string }>(
  files: AsyncIterable<File>,
  nameOf: (key: string) => string,
): AsyncGenerator<FileGroup<File>> {
  let group: FileGroup<File> | undefined
  for await (const file of files) {
    const name = nameOf(file.key)
    if (group && group.name !== name) yield group
    if (group?.name !== name) group = { name, files: [] }
    group!.files.push(file)
  }
  if (group) yield group
}

/** A place's name ends in a slash where its files are listed: `a-b/` comes before `a/`. */
function sortKeyOf(name: string): string {
  return `${name}/`
}

async function* assertSorted<T>(
  of: AsyncIterable<T>,
  nameOf: (one: T) => string,
): AsyncGenerator<T, undefined> {
  let last = ''
  for await (const one of of) {
    const name = sortKeyOf(nameOf(one))
    if (name <= last) throw new Error(`listed out of order: ${name} after ${last}`)
    last = name
    yield one
  }
  return undefined
}
