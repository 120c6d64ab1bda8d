/**
 * One name in storage, with its database row and its files. The name is the id of an item, a person or an
 * upload.
 */
export interface RowWithFiles<Row, File> {
  name: string
  row: Row | undefined
  files: File[]
}

/**
 * Matches rows and files by name with a merge join. Only one row and one file are in memory at a time. Rows
 * and files must be sorted by the bytes of the names. Buckets list objects in this order, and `collate "C"`
 * sorts rows in this order.
 */
export async function* matchRowsToFiles<Row extends { name: string }, File extends { key: string }>(
  rows: AsyncIterable<Row>,
  files: AsyncIterable<File>,
  nameOf: (key: string) => string,
): AsyncGenerator<RowWithFiles<Row, File>> {
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

/**
 * Returns the sort key of a name. File listings sort folder names as if they had a trailing slash: `a-b/`
 * comes before `a/`.
 */
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
    if (name <= last) throw new Error(`names are not sorted: ${name} follows ${last}`)
    last = name
    yield one
  }
  return undefined
}
